/** Evaluation, result: a report → Markdown. */
import type { EvaluationReport } from './report.ts';
import { type ReportTable, reportSections } from './report-sections.ts';

/** One document with a heading a set and a table each for means, differences, costs, kinds and single queries. */
export function reportMarkdown(report: EvaluationReport): string {
  const parts = ['# Evaluation'];
  for (const { title, tables } of reportSections(report)) {
    parts.push(`## ${escaped(title)}`);
    for (const table of tables) parts.push(`### ${escaped(table.title)}`, ...noteOf(table), tableOf(table));
  }
  return `${parts.join('\n\n')}\n`;
}

function noteOf({ note }: ReportTable): readonly string[] {
  return note === '' ? [] : [escaped(note)];
}

function tableOf({ head, rows }: ReportTable): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');
}

/** Queries and file names are foreign text: nothing in them may become markup or end a cell. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|`*_<>&]|!?\[(?=[^\]]*\]\()/g, '\\$&');
}
