import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { DocumentError } from './document-error.ts';

/** Bytes of the unpacked text part: a small file that unpacks to more is refused. */
const MOST_BYTES = 64_000_000;

/** The text of a Word document, a line a paragraph. @throws DocumentError */
export async function readDocx(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let part: Uint8Array | undefined;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        name === 'word/document.xml' && originalSize <= MOST_BYTES,
    });
    part = files['word/document.xml'];
  } catch {
    throw new DocumentError(`${file.name} is not a Word document, or it is damaged.`);
  }
  if (!part) throw new DocumentError(`${file.name} has no readable text part.`);
  return documentText(new TextDecoder().decode(part));
}

function documentText(xml: string): string {
  const out: string[] = [];
  let inText = false;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'w:t') inText = true;
        if (name === 'w:tab') out.push('\t');
        if (name === 'w:br') out.push('\n');
      },
      ontext(text) {
        if (inText) out.push(text);
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        if (name === 'w:p') out.push('\n');
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return out.join('');
}
