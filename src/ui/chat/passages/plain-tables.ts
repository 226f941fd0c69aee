const ROW = /^\|(.*)\|$/;
const BELOW_HEAD = /^\|(?: ?:?-{3,}:? ?\|)+$/;

/** A text with its tables in Markdown as lines, their cells apart by bars as in other documents. */
export function plainTables(markdown: string): string {
  const lines = markdown.split('\n').flatMap((line) => {
    if (BELOW_HEAD.test(line)) return [];
    const [, cells] = ROW.exec(line) ?? [];
    if (cells === undefined) return [line];
    const row = cells.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
    const last = row.findLastIndex((cell) => cell !== '');
    return last < 0 ? [] : [row.slice(0, last + 1).join(' | ')];
  });
  return lines.join('\n');
}
