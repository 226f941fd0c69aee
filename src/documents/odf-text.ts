import { localName, numberOf, Pieces, readTags, Tables } from './markup-text.ts';

/** Elements whose text a reader does not see in its place: comments, deleted text, what a field is made from. */
const UNSEEN = new Set([
  'annotation',
  'tracked-changes',
  'scripts',
  'font-face-decls',
  'desc',
  'title',
]);

/**
 * The text of a document or of slides of OpenDocument: a line per paragraph and per row of a table. `drawn` has the
 * words of its pictures and of the objects in it, by their paths.
 */
export function odfToText(
  xml: string,
  limit: number,
  drawn: ReadonlyMap<string, string> = new Map(),
): string {
  const out = new Pieces(limit);
  const tables = new Tables(out);
  let unseen = 0;
  let depth = 0;
  const pushDrawn = (path = '') => tables.block(drawn.get(path.replace(/^\.\//, '')) ?? '');
  const open: Record<string, (attributes: ReadonlyMap<string, string>) => void> = {
    table: () => tables.table(false),
    'table-row': () => tables.row(),
    'table-cell': (attributes) =>
      tables.cell(false, numberOf(attributes.get('number-columns-spanned')) ?? 1),
    'line-break': () => tables.endLine(),
    tab: () => out.push('\t'),
    s: (attributes) => out.push(' '.repeat(Math.min(numberOf(attributes.get('c')) ?? 1, 100))),
    page: () => tables.endLine(),
    notes: () => tables.endLine(),
    image: (attributes) => pushDrawn(attributes.get('href')),
    object: (attributes) => pushDrawn(attributes.get('href')),
  };
  const close: Record<string, () => void> = {
    p: () => tables.endLine(),
    h: () => tables.endLine(),
    table: () => tables.table(true),
    'table-row': () => tables.row(),
    'table-cell': () => tables.cell(true),
  };
  readTags(xml, true, {
    onOpen(tag, _, attributes) {
      const name = localName(tag);
      if (UNSEEN.has(name)) unseen++;
      if (unseen > 0) return;
      if (name === 'p' || name === 'h') depth++;
      if (Object.hasOwn(open, name)) open[name]?.(attributes);
    },
    onText(text) {
      // Between paragraphs stands the layout of the file.
      if (unseen === 0 && depth > 0) out.pushWords(text.replace(/\s+/g, ' '));
    },
    onClose(tag) {
      const name = localName(tag);
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      if (unseen > 0) return;
      if (name === 'p' || name === 'h') depth = Math.max(0, depth - 1);
      if (Object.hasOwn(close, name)) close[name]?.();
    },
  });
  return out.text().replace(/^\n+/, '');
}
