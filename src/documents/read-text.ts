import { DocumentError } from './document-error.ts';
import { guessEncoding, SAMPLE_BYTES } from './guess-encoding.ts';

/** Headers of a mail whose body is coded: umlauts as `=FC`, or all of it as letters. */
const CODED_MAIL =
  /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:Content-Transfer-Encoding:\s*(?:quoted-printable|base64)|Content-Type:\s*multipart\/)/i;
/** Characters of headers that are searched. */
const MAX_HEADERS = 20_000;

/** Refuses text that is the code of a document of another kind. @throws DocumentError */
export function requireProse(name: string, text: string): void {
  if (text.startsWith('{\\rtf')) throw new DocumentError('rich-text', { name });
  const head = text.slice(0, MAX_HEADERS).replaceAll('\r\n', '\n');
  if (CODED_MAIL.test(head)) throw new DocumentError('mail', { name });
}

interface ReadText {
  text: string;
  /** Whether the file continues after the text: the limit was reached. */
  isCut: boolean;
}

/** The text of a file from its start, at most `limit` characters of it. The rest is never read. */
export async function readText(file: Blob, limit: number): Promise<ReadText> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of textOf(file)) {
    parts.push(part);
    length += part.length;
    if (length > limit) break;
  }
  const text = parts.join('');
  return { text: text.slice(0, limit), isCut: length > limit };
}

/** The decoded text of a file, piece by piece. Invalid bytes become U+FFFD. */
async function* textOf(file: Blob): AsyncGenerator<string> {
  const sample = await sampleAt(file, 0);
  const declared = declaredEncoding(sample);
  let decoder = new TextDecoder(guessEncoding(sample, declared));
  // A sample of ASCII shows no encoding: the first other byte, perhaps megabytes later, does.
  let isAscii = beyondAscii(sample) < 0;
  let offset = 0;
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const other = isAscii ? beyondAscii(value) : -1;
      if (other >= 0) {
        isAscii = false;
        const encoding = guessEncoding(await sampleAt(file, offset + other), declared);
        decoder = new TextDecoder(encoding);
      }
      offset += value.length;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // A reader that stops early leaves a stream open; its failure is of no interest by then.
    reader.cancel().catch(() => {});
  }
}

async function sampleAt(file: Blob, offset: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(offset, offset + SAMPLE_BYTES).arrayBuffer());
}

/** Index of the first byte that is not ASCII, or −1. A loop: a callback for each byte is slower. */
function beyondAscii(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] as number) > 127) return i;
  return -1;
}

/** What an HTML or XML file says of its encoding. */
function declaredEncoding(sample: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(sample.subarray(0, 1_024));
  const name = /<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(
    head,
  )?.[1];
  return name ?? null;
}
