const FOLDER = '/node_modules/pdfjs-dist/cmaps/';
/** Addresses of the files of pdf.js, by their paths. */
const FILES = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
  exhaustive: true,
});

/**
 * Gives pdf.js the tables of character codes that Chinese, Japanese and Korean PDFs name and do not contain.
 * A table that fails leaves its text out: `onMissing` is called for one that could not be fetched.
 */
export function cmapFiles(onMissing: () => void) {
  return class CmapFiles {
    /** @throws Error for a table that there is not, or that cannot be fetched. */
    async fetch({ name }: { name: string }) {
      const url = FILES[`${FOLDER}${name}.bcmap`];
      const response = url === undefined ? null : await fetch(url).catch(() => null);
      if (response?.ok) {
        return { cMapData: new Uint8Array(await response.arrayBuffer()), isCompressed: true };
      }
      if (url !== undefined) onMissing();
      throw new Error(`The character codes ${name} are missing.`);
    }
  };
}
