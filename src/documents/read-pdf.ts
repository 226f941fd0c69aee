import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { DocumentError } from './document-error.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** The text of a PDF, pages apart by an empty line. @throws DocumentError for scans and locked files. */
export async function readPdf(file: File): Promise<string> {
  const data = new Uint8Array(await file.arrayBuffer());
  // No scripts, no fonts, nothing from elsewhere: only its text is wanted.
  const task = getDocument({
    data,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
  });
  try {
    const pdf = await task.promise;
    const pages: string[] = [];
    for (let n = 1; n <= pdf.numPages; n++) {
      const { items } = await (await pdf.getPage(n)).getTextContent();
      pages.push(
        items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
      );
    }
    const text = pages.join('\n\n');
    if (text.trim() === '') {
      throw new DocumentError(
        `${file.name} holds pictures of text only. Run it through OCR first.`,
      );
    }
    return text;
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw new DocumentError(
      locked
        ? `${file.name} is locked with a password.`
        : `${file.name} is not a PDF, or it is damaged.`,
    );
  } finally {
    await task.destroy();
  }
}
