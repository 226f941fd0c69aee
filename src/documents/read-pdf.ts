import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import { WorkerError, WorkerThread } from '#workers/worker-thread.ts';
import { DocumentError, MissingCodesError } from './document-error.ts';
import { hyphenatedWords, joinLines } from './join-lines.ts';
import { LIMITS, SILENCE_MS, TOO_LARGE } from './limits.ts';

const CMAPS = '/node_modules/pdfjs-dist/cmaps/';
/** Addresses of the files of pdf.js, by their paths. */
const FILES = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
  exhaustive: true,
});

/**
 * Gives pdf.js the tables of character codes that Chinese, Japanese and Korean PDFs name and do not contain. A table
 * that fails leaves its text out: `onMissing` is called for one that could not be fetched.
 */
function pdfFiles(onMissing: () => void) {
  return class PdfFiles {
    /** @throws Error for a file that there is not, or that cannot be fetched. */
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const url = FILES[`${CMAPS}${filename}`];
      const response = url === undefined ? null : await fetch(url).catch(() => null);
      if (response?.ok) return new Uint8Array(await response.arrayBuffer());
      if (url !== undefined) onMissing();
      throw new Error(`The file ${filename} of pdf.js is missing.`);
    }
  };
}

/**
 * The text of a PDF, pages apart by an empty line.
 * @throws DocumentError for scans and locked files, MissingCodesError while offline.
 */
export async function readPdf(file: File, limit: number, onProgress: () => void): Promise<string> {
  if (file.size > LIMITS.pdfBytes) {
    throw new DocumentError('pdf-size', { name: file.name, max: LIMITS.pdfBytes });
  }
  let isTooLarge = false;
  let isMissingCodes = false;
  const thread = new WorkerThread(() => {
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      if (data === TOO_LARGE) isTooLarge = true;
    });
    return worker;
  });
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    // The library waits for ever for a worker that does not load.
    const text = await thread.call(
      (worker) => {
        GlobalWorkerOptions.workerPort = worker;
        return textOf(data, limit, onProgress, () => {
          isMissingCodes = true;
        });
      },
      { silenceMs: SILENCE_MS },
    );
    if (isMissingCodes) throw new MissingCodesError();
    if (text.trim() !== '') return text;
    throw new DocumentError('pdf-pictures', { name: file.name });
  } catch (error) {
    if (isOwn(error) && !isTooLarge) throw error;
    const isUnread = error instanceof WorkerError && error.problem === 'not-started';
    if (isUnread) throw new DocumentError('not-started');
    const facts = { name: file.name, max: LIMITS.pdfStreamBytes };
    throw new DocumentError(isTooLarge ? 'pdf-unpacks' : faultOf(error), facts);
  } finally {
    thread.end();
  }
}

async function textOf(
  data: Uint8Array,
  limit: number,
  onProgress: () => void,
  onMissingCodes: () => void,
): Promise<string> {
  // No scripts, no fonts, nothing from elsewhere: only its text is wanted.
  const task = getDocument({
    data,
    disableWorkerRendering: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: pdfFiles(onMissingCodes),
    cMapUrl: CMAPS,
    stopAtErrors: false,
  });
  const pdf = await task.promise;
  const pages: string[] = [];
  let length = 0;
  for (let n = 1; n <= pdf.numPages && length <= limit; n++) {
    const page = await pdf.getPage(n);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
    pages.push(text);
    length += text.length;
    onProgress();
  }
  const hyphenated = hyphenatedWords(pages.join('\n'));
  return pages.map((page) => joinLines(page, hyphenated)).join('\n\n');
}

const isOwn = (error: unknown) =>
  error instanceof DocumentError || error instanceof MissingCodesError;

const faultOf = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? 'pdf-locked' : 'pdf-damaged';
