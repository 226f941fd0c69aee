import { GlobalWorkerOptions, getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist';
import { type Annotation, commentsOf, layerText } from '#documents/pdf/page-layer.ts';
import { WorkerError, WorkerThread } from '#workers/worker-thread.ts';
import { DocumentError, MissingCodesError } from './document-error.ts';
import { hyphenatedWords, joinLines } from './join-lines.ts';
import { LIMITS, SILENCE_MS, TOO_LARGE } from './limits.ts';
import {
  alive,
  type DocumentPage,
  joinPages,
  judgeLayer,
  type PageState,
  type ReadPicture,
  stateOf,
} from './page-text.ts';

const CMAPS = '/node_modules/pdfjs-dist/cmaps/';
const DECODERS = '/node_modules/pdfjs-dist/wasm/';
/** Addresses of the files of pdf.js, by their paths: tables of characters, and decoders of scanned pictures. */
const FILES = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/wasm/jbig2.wasm',
    '/node_modules/pdfjs-dist/wasm/openjpeg.wasm',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);
/** Pixels of the longer side that a page is drawn in. */
const PAGE_SIDE = 2_200;
const toPageSide = (side: number) => PAGE_SIDE / side;

/**
 * Gives pdf.js the tables of character codes that Chinese, Japanese and Korean PDFs name and do not contain. A table
 * that fails leaves its text out: `onMissing` is called for one that could not be fetched.
 */
function pdfFiles(onMissing: () => void) {
  return class PdfFiles {
    /** @throws Error for a file that there is not, or that cannot be fetched. */
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const url = FILES[`${CMAPS}${filename}`] ?? FILES[`${DECODERS}${filename}`];
      const response = url === undefined ? null : await fetch(url).catch(() => null);
      if (response?.ok) return new Uint8Array(await response.arrayBuffer());
      if (url !== undefined) onMissing();
      throw new Error(`The file ${filename} of pdf.js is missing.`);
    }
  };
}

/** The text of a PDF, and what became of each page. */
interface PdfText {
  text: string;
  pages: DocumentPage[];
}

/** What reading needs besides the bytes. */
interface Reading {
  name: string;
  limit: number;
  onProgress: () => void;
  readPicture: ReadPicture | null;
  /** How much larger a page is drawn than its longer side is, in points. */
  scaleOf: (side: number) => number;
}

/**
 * The text of a PDF, pages apart by an empty line. Pages without a text layer are read by `readPicture`.
 * @throws DocumentError for locked files and where nothing could be read, MissingCodesError while offline.
 */
export async function readPdf(
  file: File,
  limit: number,
  onProgress: () => void,
  readPicture: ReadPicture | null,
  scaleOf: Reading['scaleOf'] = toPageSide,
): Promise<PdfText> {
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
    const read = await thread.call(
      (worker, isAlive) => {
        GlobalWorkerOptions.workerPort = worker;
        const reading = readPicture && alive(readPicture, isAlive);
        // Without its tables a page says nothing: it is read again, not from its picture.
        const read: ReadPicture | null =
          reading && (async (...page) => (isMissingCodes ? null : reading(...page)));
        return textOf(
          data,
          { name: file.name, limit, onProgress, readPicture: read, scaleOf },
          () => {
            isMissingCodes = true;
          },
        );
      },
      { silenceMs: SILENCE_MS },
    );
    if (isMissingCodes) throw new MissingCodesError();
    if (read.text.trim() !== '') return read;
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
  reading: Reading,
  onMissingCodes: () => void,
): Promise<PdfText> {
  // No scripts, no fonts of the system, nothing from elsewhere.
  const task = getDocument({
    data,
    disableWorkerRendering: true,
    disableFontFace: true,
    useSystemFonts: false,
    // Decodes the pictures of scanners: JBIG2 and JPEG 2000.
    useWasm: true,
    wasmUrl: DECODERS,
    CanvasFactory: WorkerCanvases,
    FilterFactory: NoFilters,
    useWorkerFetch: false,
    BinaryDataFactory: pdfFiles(onMissingCodes),
    cMapUrl: CMAPS,
    stopAtErrors: false,
  });
  const pdf = await task.promise;
  if (pdf.numPages > LIMITS.pdfPages) {
    throw new DocumentError('pages', { name: reading.name, max: LIMITS.pdfPages });
  }
  const pages: PageText[] = [];
  let length = 0;
  for (let n = 1; n <= pdf.numPages && length <= reading.limit; n++) {
    const page = await pdf.getPage(n);
    const annotations = (await page.getAnnotations()) as Annotation[];
    const read = await textOfPage(page, [n, pdf.numPages], reading, annotations);
    pages.push(withComments(read, commentsOf(annotations)));
    page.cleanup();
    length += pages.at(-1)?.text.length ?? 0;
    reading.onProgress();
  }
  const hyphenated = hyphenatedWords(pages.map(({ text }) => text).join('\n'));
  return joinPages(pages.map((page) => ({ ...page, text: joinLines(page.text, hyphenated) })));
}

interface PageText {
  text: string;
  state: PageState;
}

/** The comments on a page are below its text. */
function withComments({ text, state }: PageText, comments: string): PageText {
  if (comments === '') return { text, state };
  const isFirst = text.trim() === '';
  return {
    text: isFirst ? comments : `${text.trimEnd()}\n\n${comments}`,
    state: isFirst && state === 'empty' ? 'text' : state,
  };
}

/** `place`: its number, and how many there are. */
async function textOfPage(
  page: PDFPageProxy,
  place: [page: number, pages: number],
  { onProgress, readPicture, scaleOf }: Reading,
  annotations: readonly Annotation[],
): Promise<PageText> {
  const layer = layerText((await page.getTextContent()).items, annotations);
  const hasLayer = layer.trim() !== '';
  const own = { text: layer, state: hasLayer ? 'text' : 'empty' } as const;
  const judged = judgeLayer(layer);
  // A title page and a slide say little, and all of it in their layer: what else could show text is a picture.
  const paints = judged === 'few' ? PICTURES : PAINTS;
  if (!readPicture || judged === 'usable') return own;
  const { fnArray: operators, argsArray } = await page.getOperatorList();
  if (!operators.some((operator) => paints.has(operator))) return own;
  const picture = await drawPage(page, scaleOf);
  onProgress();
  const read = picture && (await readPicture(picture, ...place));
  // A scan that cannot be decoded leaves its page white.
  if (read?.text === '' && argsArray.some((args) => isMissing(page, args)))
    return { text: layer, state: hasLayer ? 'text' : 'unreadable' };
  // Few words of a layer are better than none of a picture.
  if (hasLayer && inkOf(read?.text ?? '') <= inkOf(layer) * MIN_SHARE[judged]) return own;
  return { text: read?.text ?? '', state: stateOf(read) };
}

/** Whether an operator draws a picture that could not be decoded. */
function isMissing({ objs, commonObjs }: PDFPageProxy, args: unknown): boolean {
  const [id] = Array.isArray(args) ? args : [];
  if (typeof id !== 'string') return false;
  return [objs, commonObjs].some((store) => store.has(id) && store.get(id) === null);
}

/** Characters that show something. */
const inkOf = (text: string) => text.replaceAll(/\s/g, '').length;
/** The share of a layer's characters that a picture has to give to be better. */
const MIN_SHARE = { few: 1, broken: 1, spaced: 0.5 };

const PICTURES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
]);
const PAINTS: ReadonlySet<number> = new Set([
  ...PICTURES,
  OPS.constructPath,
  OPS.shadingFill,
  OPS.showText,
]);

/** A page as a picture; null where it cannot be drawn. */
async function drawPage(page: PDFPageProxy, scaleOf: Reading['scaleOf']): Promise<Blob | null> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: scaleOf(Math.max(width, height)) });
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  try {
    const target = { canvas: null, canvasContext: canvas.getContext('2d') } as never;
    await page.render({ ...(target as object), viewport } as never).promise;
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  } catch (error) {
    reportError(error);
    return null;
  } finally {
    // Its memory is released now, not when it is collected.
    canvas.width = 0;
  }
}

/** Canvases where there is no document. */
class WorkerCanvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }
  reset(entry: { canvas: OffscreenCanvas }, width: number, height: number): void {
    entry.canvas.width = width;
    entry.canvas.height = height;
  }
  destroy(entry: { canvas: OffscreenCanvas }): void {
    entry.canvas.width = 0;
    entry.canvas.height = 0;
  }
}

/** Filters are elements of a document: pages are drawn without them. */
class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  addSelectionHCMFilter = () => 'none';
  addSelectionFilter = () => 'none';
  createSelectionStyle = () => null;
  destroy = () => {};
}

const isOwn = (error: unknown) =>
  error instanceof DocumentError || error instanceof MissingCodesError;

const faultOf = (error: unknown) =>
  error instanceof Error && error.name === 'PasswordException' ? 'pdf-locked' : 'pdf-damaged';
