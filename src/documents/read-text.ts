import { guessEncoding, SAMPLE_BYTES } from './guess-encoding.ts';

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
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const decoder = new TextDecoder(guessEncoding(sample, declaredEncoding(sample)));
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // A reader that stops early leaves a stream open; its failure is of no interest by then.
    reader.cancel().catch(() => {});
  }
}

/** What an HTML or XML file says of its encoding. */
function declaredEncoding(sample: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(sample.subarray(0, 1_024));
  const name = /<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(
    head,
  )?.[1];
  return name ?? null;
}
