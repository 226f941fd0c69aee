import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the checks of the engines as a table in Markdown: a row for each check, a column for each engine. */
// biome-ignore lint/style/noDefaultExport: Playwright loads reporters by their default export.
export default class TableReporter implements Reporter {
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #versions = new Map<string, string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const engine = test.parent.project()?.name ?? '';
    if (engine === 'app') return;
    const row = this.#rows.get(test.title) ?? new Map<string, string>();
    this.#rows.set(test.title, row);
    const why = test.annotations.find(({ type }) => type === 'skip')?.description;
    const marks = { passed: '✓', skipped: `– ${why ?? ''}`.trim() };
    row.set(engine, marks[result.status as keyof typeof marks] ?? '✗');
    const version = test.annotations.find(({ type }) => type === 'engine')?.description;
    this.#versions.set(engine, version ?? this.#versions.get(engine) ?? '');
  }

  onEnd(): void {
    if (this.#rows.size === 0) return;
    const engines = [...this.#versions.keys()];
    const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
    const heads = engines.map((engine) => `${engine} (${this.#versions.get(engine)})`);
    let table = line(['check', ...heads]) + line(['---', ...heads.map(() => '---')]);
    for (const [name, row] of this.#rows) {
      table += line([name, ...engines.map((engine) => row.get(engine) ?? '')]);
    }
    process.stdout.write(`\n${table}`);
  }
}
