import { localName, numberOf, readTags } from './markup-text.ts';
import { formatOfCode, formatValue } from './read-sheets.ts';
import { WordLists, wordToText } from './word-text.ts';
import type { ZipPackage } from './zip-entry.ts';

/** Points of a series and series of a chart that are read; Excel has no more than 255. */
const [MAX_POINTS, MAX_SERIES] = [10_000, 255];

type Points = Map<number, string>;

interface Series {
  name: string;
  /** Names of the points: the innermost level first, where they are grouped. */
  labels: Points[];
  values: Points;
}

/** What the points of a series are. */
const ROLES: Readonly<Record<string, 'name' | 'labels' | 'values'>> = {
  ...{ tx: 'name', cat: 'labels', xVal: 'labels', val: 'values', yVal: 'values' },
};

/** A chart of Office as text: its titles, then a line for each point with the values of all series. */
function chartToText(xml: string): string {
  const titles: string[] = [];
  const series: Series[] = [];
  const path: string[] = [];
  let role: 'name' | 'labels' | 'values' | undefined;
  let at = 0;
  let code = '';
  let text = '';
  const addPoint = (one: Series) => {
    const value = formatValue(text.trim(), formatOfCode(code), false);
    if (role === 'name') one.name = one.name === '' ? value : `${one.name} ${value}`;
    if (role === 'values') one.values.set(at, value);
    if (role !== 'labels') return;
    if (one.labels.length === 0) one.labels.push(new Map());
    one.labels.at(-1)?.set(at, value);
  };
  const open: Record<string, (attributes: ReadonlyMap<string, string>) => void> = {
    title: () => titles.push(''),
    ser: () => series.push({ name: '', labels: [], values: new Map() }),
    lvl: () => series.at(-1)?.labels.push(new Map()),
    pt: (attributes) => {
      at = numberOf(attributes.get('idx')) ?? 0;
    },
  };
  const close: Record<string, () => void> = {
    formatCode: () => {
      code = text;
    },
    t: () => {
      if (path.includes('title')) titles.push((titles.pop() ?? '') + text);
    },
    v: () => {
      const one = series.at(-1);
      if (one && at < MAX_POINTS && path.includes('ser')) addPoint(one);
    },
  };
  readTags(xml, true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      path.push(name);
      text = '';
      if (path.at(-2) === 'ser') {
        role = ROLES[name];
        [at, code] = [0, ''];
      }
      if (Object.hasOwn(open, name)) open[name]?.(attributes);
    },
    onText(piece) {
      text += piece;
    },
    onClose() {
      const name = path.pop() ?? '';
      if (Object.hasOwn(close, name)) close[name]?.();
    },
  });
  return [...titles.map((title) => title.trim()), ...linesOf(series)]
    .filter((line) => line !== '')
    .join('\n');
}

/** A line for each point: `1st Qtr | Sales: 8.2 | Costs: 3`. */
function linesOf(series: readonly Series[]): string[] {
  const read = series.slice(0, MAX_SERIES);
  const points = new Set(read.flatMap(({ values }) => [...values.keys()]));
  const sorted = [...points].sort((a, b) => a - b);
  const names = namesOf(read.find(({ labels }) => labels.length > 0)?.labels ?? [], sorted);
  return sorted.map((point, i) => {
    const cells = read.flatMap(({ name, values }) => {
      const value = values.get(point);
      if (value === undefined) return [];
      return [name === '' ? value : `${name}: ${value}`];
    });
    return [names[i] ?? '', ...cells].filter((cell) => cell !== '').join(' | ');
  });
}

/** The names of points, after the names of their groups: a group is named at its first point. */
function namesOf(labels: readonly Points[], points: readonly number[]): string[] {
  const levels = labels.map((level, i) => {
    if (i === 0) return points.map((point) => level.get(point) ?? '');
    const starts = [...level].sort(([a], [b]) => a - b);
    let at = 0;
    let group = '';
    return points.map((point) => {
      for (; (starts[at]?.[0] ?? Number.POSITIVE_INFINITY) <= point; at++) {
        group = starts[at]?.[1] ?? '';
      }
      return group;
    });
  });
  return points.map((_, i) => {
    const names = levels.map((level) => level[i] ?? '').reverse();
    return names.filter((name) => name !== '').join(' ');
  });
}

const CHART = /\/charts\/chart\d*\.xml$/;
const DIAGRAM = /\/diagrams\/data[^/]*\.xml$/;

/** The words of the charts and diagrams among `relations`, by the ids of their references. */
export async function readDrawn(
  zip: ZipPackage,
  relations: ReadonlyMap<string, string>,
  limit: number,
): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  for (const [id, path] of relations) {
    if (CHART.test(path)) words.set(id, chartToText(await zip.text(path)));
    if (DIAGRAM.test(path)) {
      const text = wordToText(await zip.text(path), limit, new WordLists('', ''));
      words.set(id, text.trim());
    }
  }
  return words;
}
