/** Benchmark: a number → a generated web page, with what stands around the text of pages too. */
import { type Dice, diceOf } from './dice.ts';
import { codeLines, ENGLISH, longTail, paragraph, WORDS } from './generate.ts';

/** A page of about 3,000 to 30,000 characters: navigation, sections, lists, tables, code, quotes, a footer. */
export function generatedHtml(seed: number): string {
  const dice = diceOf(seed);
  const title = ENGLISH.title(dice);
  const sections = Array.from({ length: 2 + dice.roll(6) }, () => section(dice));
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    `<head>\n  <meta charset="utf-8">\n  <title>${title}</title>\n  <link rel="stylesheet" href="/site.css">\n</head>`,
    '<body class="page">',
    navigation(dice),
    `<main id="content">\n<h1>${title}</h1>\n${prose(dice)}`,
    ...sections,
    '</main>',
    `<footer><p>&copy; ${dice.pick(WORDS)} &amp; ${dice.pick(WORDS)}. <a href="/terms">Terms</a></p></footer>`,
    '</body>',
    '</html>\n',
  ].join('\n');
}

function navigation(dice: Dice): string {
  const links = Array.from(
    { length: 4 + dice.roll(8) },
    () =>
      `    <li class="nav-item"><a href="/${dice.pick(WORDS)}/" data-id="${dice.roll(999)}">${ENGLISH.title(dice)}</a></li>`,
  );
  return `<nav class="sidebar" aria-label="Pages">\n  <ul>\n${links.join('\n')}\n  </ul>\n</nav>`;
}

function section(dice: Dice): string {
  const parts = [`<h2 id="s${dice.roll(10_000)}">${ENGLISH.title(dice)}</h2>`, ...blocks(dice)];
  for (let deeper = dice.roll(3); deeper > 0; deeper--) parts.push(`<h3>${ENGLISH.title(dice)}</h3>`, ...blocks(dice));
  return `<section class="doc-section">\n${parts.join('\n')}\n</section>`;
}

function blocks(dice: Dice): string[] {
  const made = [prose(dice)];
  for (let more = dice.roll(4); more > 0; more--) {
    const kind = dice.roll(10);
    if (kind < 4) made.push(prose(dice));
    else if (kind < 6) made.push(`<p>${html(ENGLISH.intro(dice))}</p>`, list(dice));
    else if (kind < 7) made.push(`<pre><code class="language-js">${codeLines(dice)}</code></pre>`);
    else if (kind < 9) made.push(table(dice));
    else made.push(`<blockquote>\n${prose(dice)}\n</blockquote>`);
  }
  return made;
}

function prose(dice: Dice): string {
  return `<p>${html(paragraph(dice, ENGLISH))}</p>`;
}

/** The marks of the sentences as elements. */
function html(text: string): string {
  return text
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2" class="link">$1</a>');
}

function list(dice: Dice): string {
  const tag = dice.roll(3) === 0 ? 'ol' : 'ul';
  const items = Array.from(
    { length: 3 + dice.roll(8) + longTail(dice, 40) },
    () => `  <li>${html(ENGLISH.sentence(dice, true))}</li>`,
  );
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
}

function table(dice: Dice): string {
  const columns = 2 + dice.roll(4);
  const row = (tag: string): string => {
    const cells = Array.from({ length: columns }, () => `<${tag}>${ENGLISH.title(dice)}</${tag}>`);
    return `  <tr>${cells.join('')}</tr>`;
  };
  const rows = Array.from({ length: 3 + dice.roll(14) + longTail(dice, 80) }, () => row('td'));
  return `<table class="wide">\n<thead>\n${row('th')}\n</thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}
