/** Evaluation, result: a report → one HTML file with tables and plots, nothing loaded from elsewhere. */
import type { MeasureDefinition } from './measures.ts';
import { type EvaluationReport, estimateOf, type SetResult, valuesOf } from './report.ts';
import { headlineMeasures, type ReportSection, type ReportTable, reportSections } from './report-sections.ts';
import { meanOf } from './statistics.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --bar: #3a7bd5; --mark: #d5573a; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child, td.text { text-align: left; white-space: normal; }
.scroll { overflow-x: auto; }
.note { opacity: .7; margin: .2rem 0 .6rem; }
svg { max-width: 100%; height: auto; } svg text { fill: currentColor; font: 12px system-ui, sans-serif; }
.bar { fill: var(--bar); } .interval { stroke: currentColor; stroke-width: 1.5; } .axis { stroke: var(--line); }
.dot { fill: var(--mark); }`;

/** The whole report; opens without a network. */
export function reportHtml(report: EvaluationReport): string {
  const sections = reportSections(report);
  const first = sections.length - report.sets.length;
  const body = sections.map((section, i) =>
    sectionHtml(section, i < first ? '' : plotsOf(report, report.sets[i - first])),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evaluation</title><style>${STYLE}</style></head>
<body><h1>Evaluation</h1>
${body.join('\n')}
</body></html>
`;
}

function sectionHtml({ title, tables }: ReportSection, plots: string): string {
  return `<section><h2>${escaped(title)}</h2>${plots}${tables.map(tableHtml).join('')}</section>`;
}

function tableHtml({ title, note, head, rows }: ReportTable): string {
  const isNumber = (cell: string): boolean => /^[+-]?[\d.,]+( \[|$)|^$/.test(cell);
  const cell = (text: string): string => `<td${isNumber(text) ? '' : ' class="text"'}>${escaped(text)}</td>`;
  return `<h3>${escaped(title)}</h3>${note === '' ? '' : `<p class="note">${escaped(note)}</p>`}
<div class="scroll"><table><thead><tr>${head.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>`;
}

/** Bars with intervals for each headline measure, and quality over the tokens that were embedded. */
function plotsOf(report: EvaluationReport, set: SetResult): string {
  const bars = headlineMeasures(report).map((measure) => barPlot(set, measure));
  return `<div>${bars.join('')}${set.results.length > 1 ? costPlot(report, set) : ''}</div>`;
}

const ROW = 22;
const LABEL_WIDTH = 200;
const PLOT_WIDTH = 300;
const MARGIN = 30;

function barPlot({ results }: SetResult, { name, meaning }: MeasureDefinition): string {
  const x = (share: number): string => (LABEL_WIDTH + share * PLOT_WIDTH).toFixed(1);
  const rows = results.map((result, i) => {
    const estimate = estimateOf(result, name);
    const y = MARGIN + i * ROW;
    const label = `<text x="${LABEL_WIDTH - 6}" y="${y + 13}" text-anchor="end">${escaped(shortened(result.configuration.name))}</text>`;
    if (estimate === undefined) return label;
    const { mean, low, high } = estimate;
    return `${label}<rect class="bar" x="${LABEL_WIDTH}" y="${y + 3}" width="${(mean * PLOT_WIDTH).toFixed(1)}" height="12"/>
<line class="interval" x1="${x(low)}" x2="${x(high)}" y1="${y + 9}" y2="${y + 9}"/>
<text x="${(Number(x(high)) + 5).toFixed(1)}" y="${y + 13}">${(mean * 100).toFixed(1)}</text>`;
  });
  const height = MARGIN + results.length * ROW + 6;
  return `<svg role="img" aria-label="${escaped(`${name}: ${meaning}`)}" width="${LABEL_WIDTH + PLOT_WIDTH + 50}" height="${height}" viewBox="0 0 ${LABEL_WIDTH + PLOT_WIDTH + 50} ${height}">
<text x="${LABEL_WIDTH}" y="16">${escaped(name)}</text>
<line class="axis" x1="${x(1)}" x2="${x(1)}" y1="${MARGIN}" y2="${height}"/>${rows.join('\n')}</svg>`;
}

function costPlot(report: EvaluationReport, { results }: SetResult): string {
  const measure = headlineMeasures(report)[0];
  const points = results.flatMap((result) => {
    const values = valuesOf(result, measure.name);
    if (values.length === 0) return [];
    return [{ name: result.configuration.name, tokens: result.index.embeddedTokens, share: meanOf(values) }];
  });
  const most = Math.max(1, ...points.map(({ tokens }) => tokens));
  const [width, height] = [LABEL_WIDTH + PLOT_WIDTH, 200];
  const dots = points.map(({ name, tokens, share }) => {
    const x = MARGIN + (tokens / most) * (width - LABEL_WIDTH);
    const y = height - MARGIN - share * (height - 2 * MARGIN);
    return `<circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"/><text x="${(x + 7).toFixed(1)}" y="${(y + 4).toFixed(1)}">${escaped(shortened(name))}</text>`;
  });
  return `<svg role="img" aria-label="${escaped(`${measure.name} over embedded tokens`)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<text x="${MARGIN}" y="16">${escaped(measure.name)} over embedded tokens (right: ${most.toLocaleString('en-US')})</text>
<line class="axis" x1="${MARGIN}" x2="${width}" y1="${height - MARGIN}" y2="${height - MARGIN}"/>
<line class="axis" x1="${MARGIN}" x2="${MARGIN}" y1="${MARGIN}" y2="${height - MARGIN}"/>${dots.join('\n')}</svg>`;
}

function shortened(name: string): string {
  return name.length <= 30 ? name : `${name.slice(0, 29)}…`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
