/** Parsing HTML: what blocks are called: headings by their text, tables by their header, items by their first words. */
import { type BlockTable, KIND } from '../../model/block.ts';
import { htmlCellTexts } from '../../text/html-grid.ts';
import { htmlText } from '../../text/html-text.ts';

/** UTF-16 units of an item that are looked at for its label, and of its label. */
const ITEM_WINDOW = 2000;
const LONGEST_ITEM_LABEL = 120;
const COLUMN_SEPARATOR = ' | ';
/** Between header rows. */
const ROW_SEPARATOR = ' / ';

/** Labels by block: of headings, of tables with a header or a caption, and of items that hold other blocks. Linear. */
export function htmlLabels(text: string, blocks: BlockTable): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  for (let block = 0; block < blocks.count; block++) {
    const label = labelOf(text, blocks, block);
    if (label !== '') labels.set(block, label);
  }
  return labels;
}

function labelOf(text: string, blocks: BlockTable, block: number): string {
  switch (blocks.kinds[block]) {
    case KIND.heading:
      return headingLabel(text, blocks.starts[block], blocks.ends[block]);
    case KIND.table:
      return tableLabel(text, blocks, block);
    case KIND.listItem:
      return itemLabel(text, blocks, block);
    default:
      return '';
  }
}

const LINK = /<a\s[^>]*>([^<]*)<\/a\s*>/gi;
const WORD = /[\p{L}\p{N}]/u;
/** UTF-16 units, tags included; a longer heading is read as it stands. */
const LONGEST_HEADING = 2000;

/** What a heading says, without the sign that links to the heading itself: `¶`, `#`. */
function headingLabel(text: string, start: number, end: number): string {
  if (end - start > LONGEST_HEADING) return htmlText(text, start, end);
  const source = text.slice(start, end);
  const words = htmlText(source.replace(LINK, (link, said: string) => (WORD.test(htmlText(said)) ? link : '')));
  // A heading of nothing but a sign is called by it.
  return words === '' ? htmlText(source) : words;
}

/** Caption, and what the header rows say. */
function tableLabel(text: string, { count, starts, ends, levels, parents }: BlockTable, table: number): string {
  const rows: string[] = [];
  for (let row = table + 1; row < count && parents[row] === table && levels[row] === 0; row++)
    rows.push(htmlCellTexts(text, starts[row], ends[row]).join(COLUMN_SEPARATOR));
  const first = table + 1 < count && parents[table + 1] === table ? starts[table + 1] : ends[table];
  const header = rows.filter((said) => said !== '').join(ROW_SEPARATOR);
  return [htmlText(text, starts[table], first), header].filter((said) => said !== '').join(': ');
}

/** The first words of an item that goes on behind its first paragraph. */
function itemLabel(text: string, { count, kinds, starts, ends, parents }: BlockTable, item: number): string {
  const first = item + 1;
  if (first + 1 >= count || kinds[first] !== KIND.paragraph || parents[first + 1] !== item) return '';
  const words = htmlText(text, starts[first], Math.min(ends[first], starts[first] + ITEM_WINDOW));
  if (words.length <= LONGEST_ITEM_LABEL) return words;
  const space = words.lastIndexOf(' ', LONGEST_ITEM_LABEL);
  return `${words.slice(0, space > 0 ? space : LONGEST_ITEM_LABEL)}…`;
}
