import type { Plugin } from 'vite';

/** The characters that pdf.js calls invisible: every format mark, the soft hyphen included. */
const UNSEEN = '(\\p{Cf}+)';

/**
 * pdf.js leaves soft hyphens out of the text of a page (6.5.438). In a book they are the hyphens at line ends, and
 * without them nothing says that two lines share a word.
 */
export function keepSoftHyphens(): Plugin {
  return {
    name: 'alcove:keep-soft-hyphens',
    transform(code, id) {
      if (!/pdfjs-dist\/build\/pdf\.worker(?:\.min)?\.mjs/.test(id)) return null;
      if (code.split(UNSEEN).length !== 2) this.error(`pdf.js has changed: no "${UNSEEN}".`);
      return code.replace(UNSEEN, '((?:(?!\\u00ad)\\p{Cf})+)');
    },
  };
}
