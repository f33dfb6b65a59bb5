/** Every language: which declarations a real-looking file has, what they are called, and where they begin and end. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSyntaxParsers } from '../../src/grammars/tree-sitter.ts';
import { blockAt } from '../../src/model/block.ts';
import { CODE_LANGUAGES, type CodeLanguage } from '../../src/parsing/code/languages.ts';
import { scanCodeLines } from '../../src/parsing/code/line-scan.ts';
import { scanCode } from '../../src/parsing/code/scan-code.ts';
import type { SyntaxParsers } from '../../src/parsing/code/syntax.ts';
import type { Parsed } from '../../src/parsing/parsed.ts';
import { expectLawful } from './block-laws.ts';

let syntax: SyntaxParsers;
beforeAll(async () => {
  syntax = await loadSyntaxParsers(CODE_LANGUAGES);
});

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');

/** Labels in reading order, nested ones indented. */
function outline({ blocks, labels }: Parsed): string[] {
  return [...(labels ?? [])].map(([index, label]) => `${'  '.repeat(blocks.levels[index] - 1)}${label}`);
}

/** The text of the block with this label. */
function blockOf(text: string, parsed: Parsed, label: string): string {
  const found = [...(parsed.labels ?? [])].find(([, own]) => own === label);
  if (found === undefined) expect.fail(`no ${label} among ${[...(parsed.labels ?? new Map()).values()].join('; ')}`);
  const { span } = blockAt(parsed.blocks, found[0]);
  return text.slice(span.start, span.end);
}

const OUTLINES: Readonly<Record<string, { language: CodeLanguage; outline: readonly string[]; errors?: number }>> = {
  typescript: {
    language: 'typescript',
    outline: [
      'export async function loadTides(port: string, day: string = clock.today()): Promise<TideRow[]>',
      'export interface Berth',
      "export type State = 'ebb' | 'flood' | 'slack'",
      'export enum Side',
      'export abstract class TideWatch<T extends Berth> implements Iterable<T>',
      '  constructor(private readonly harbour: Harbour)',
      '  add(berth: T): this',
      '  usable(draught: number): T[]',
      '  abstract describe(): string',
      '  *[Symbol.iterator]()',
      'export const heightAt = (rows: readonly TideRow[], time: string): number',
      'namespace Signals',
      '  export function hoist(flag: string): void',
    ],
  },
  tsx: {
    language: 'tsx',
    outline: [
      'interface Props',
      'export function TideRow({ time, height }: { time: string; height: number })',
      'export const TideTable: React.FC<Props> = ({ port })',
    ],
  },
  javascript: {
    language: 'javascript',
    outline: [
      'function writeLog(watch, entries)',
      'class Bell',
      '  static get OLDEST()',
      '  ring(times = 1)',
      'const signal = async function (flag)',
      'Bell.prototype.silence = function ()',
    ],
  },
  python: {
    language: 'python',
    outline: [
      'class Tide',
      '  def is_high(self) -> bool',
      '  def label(self) -> str',
      '  async def fetch(port: str)',
      'def read_tides(port: str, day: str | None = None) -> list[Tide]',
      'def outer()',
    ],
  },
  go: {
    language: 'go',
    outline: [
      'type Tide struct',
      'type Reader interface',
      'func (t *Tide) IsHigh() bool',
      'func Read(port string, day clock.Day) ([]Tide, error)',
      'func Map[T any, U any](in []T, f func(T) U) []U',
    ],
  },
  rust: {
    language: 'rust',
    outline: [
      'pub struct Tide',
      'pub enum TideError',
      'pub trait Describe',
      '  fn describe(&self) -> String',
      '  fn shout(&self) -> String',
      'impl Describe for Tide',
      '  fn describe(&self) -> String',
      "impl<'a> fmt::Display for TideError",
      "  fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result",
      'macro_rules! knots',
      'pub async fn read_tides<R: io::Read>(mut source: R, day: Date) -> Result<Vec<Tide>, TideError>',
      'mod signals',
      '  pub fn hoist(flag: &str)',
      'mod tests',
      '  fn describes()',
    ],
  },
  java: {
    language: 'java',
    outline: [
      'public final class TideReader<T extends Tide> implements Reader',
      '  public TideReader(String port)',
      '  public boolean isHigh(T tide) throws TideException',
      '  public List<T> readAll(String text)',
      '  enum Side',
      '  static class Row',
      'interface Reader',
      '  boolean isHigh(Tide tide)',
      'record Tide(String time, double height)',
      '  Tide',
    ],
  },
  c: {
    language: 'cpp',
    outline: [
      'typedef struct tide',
      'enum side',
      'struct berth',
      'int read_tides(const char *port, tide_t *rows, size_t limit)',
      'static void test_nothing(void)',
    ],
  },
  cpp: {
    language: 'cpp',
    outline: [
      'using Rows = std::vector<struct Tide>',
      'namespace harbour',
      '  struct Tide',
      '  template <typename T> class TideWatch : public Watch<T>',
      '    explicit TideWatch(T harbour) : harbour_(std::move(harbour))',
      '    virtual ~TideWatch() = default',
      '    void add(const Berth& berth)',
      '  template <typename T> T highest(const std::vector<T>& rows)',
      '  enum class Side',
      'bool harbour::Tide::operator<(const Tide& other) const',
      'int main(int argc, char** argv)',
    ],
  },
  csharp: {
    language: 'csharp',
    outline: [
      'namespace Harbour',
      '  public record Tide(string Time, double Height)',
      '  public interface IReader',
      '    bool IsHigh(Tide tide)',
      '  public sealed class TideReader : IReader, IDisposable',
      '    public TideReader(string port)',
      '    public string Port { get; }',
      '    public bool IsHigh(Tide tide)',
      '    public IReadOnlyList<Tide> ReadAll(string text)',
      '    public void Dispose()',
      '  public enum Side',
    ],
  },
  ruby: {
    language: 'ruby',
    outline: [
      'module Tides',
      '  class Tide < Struct.new(:time, :height)',
      '    def high?',
      '    def self.parse(line)',
      "  def self.read(port, day: 'today')",
      'def main',
    ],
  },
  php: {
    language: 'php',
    outline: [
      'namespace Harbour\\Tides',
      'final class TideReader implements Reader',
      '  public function __construct(private string $port)',
      '  public function isHigh(Tide $tide): bool',
      '  public function readAll(string $text): array',
      'interface Reader',
      '  public function isHigh(Tide $tide): bool',
      'trait Logging',
      '  private function log(string $line): void',
      'function main(): void',
    ],
  },
  bash: { language: 'bash', outline: ['fetch_table()', 'function main'] },
  powershell: {
    language: 'powershell',
    outline: ['function Get-Tide', 'class Tide', '  [bool] IsHigh()', 'enum Side'],
  },
  css: { language: 'css', outline: [':root', '.tide, .tide-row', '@media (max-width: 40rem)', '@keyframes rise'] },
};

describe('languages', () => {
  it.each(Object.entries(OUTLINES))('%s', (name, { language, outline: expected }) => {
    const text = fixture(name);
    const parsed = scanCode(text, language, syntax);
    expect(outline(parsed)).toEqual(expected);
    expect(parsed.diagnostics).toEqual([]);
    expectLawful(text, parsed);
  });

  it.each([
    [
      'typescript',
      'add(berth: T): this',
      '/** Adds a berth and keeps the list sorted. */\n  @logged\n  add(berth',
      'this;\n  }',
    ],
    ['python', 'class Tide', '# Kept small: one row', 'await download(port)'],
    ['python', 'def label(self) -> str', '@property\n    def label', ' m"'],
    ['rust', 'pub struct Tide', '/// A turn of the tide.\n#[derive(Debug, Clone)]\npub struct', 'f64,\n}'],
    ['java', 'public boolean isHigh(T tide) throws TideException', '/** Whether a ship', 'SAFE_DEPTH;\n    }'],
    ['csharp', 'public bool IsHigh(Tide tide)', '/// <summary>Whether', '> SafeDepth;'],
    ['go', 'func (t *Tide) IsHigh() bool', '// IsHigh says whether', 'SafeDepth\n}'],
    ['cpp', 'void add(const Berth& berth)', '// Adds a berth', ');\n  }'],
  ] as const)('%s: `%s` has its comments and attributes', (language, label, begins, ends) => {
    const text = fixture(language);
    const block = blockOf(text, scanCode(text, language, syntax), label);
    expect(block.startsWith(begins)).toBe(true);
    expect(block.endsWith(ends)).toBe(true);
  });

  it('gives a large function its statements, and those of a large loop', () => {
    const text = fixture('java');
    const { blocks, labels } = scanCode(text, 'java', syntax);
    const method = [...(labels ?? [])].find(([, label]) => label.includes('readAll'))?.[0] as number;
    const children = (parent: number): string[] =>
      Array.from(blocks.parents.subarray(0, blocks.count), (own, i) => (own === parent ? i : -1))
        .filter((i) => i >= 0)
        .map((i) => text.slice(blocks.starts[i], blocks.starts[i] + 12));
    expect(children(method)).toEqual(['for (String ', 'return rows;']);
    expect(children(method + 1)).toEqual(['String[] par', 'if (parts.le', 'try {\n      ']);
  });

  it('reads the same files by their lines where there is no grammar', () => {
    const text = fixture('python');
    const parsed = scanCode(text, 'python', undefined);
    expect(parsed).toEqual(scanCodeLines(text));
    expect(outline(parsed)).toEqual([
      'class Tide',
      '  def is_high(self) -> bool',
      '  def label(self) -> str',
      '  async def fetch(port: str)',
      'def read_tides(',
      'def outer()',
    ]);
    expect(blockOf(text, parsed, 'class Tide').startsWith('# Kept small')).toBe(true);
  });
});
