import { toWav } from '#base/audio.ts';
import { blobToBase64 } from '#base/bytes.ts';

/** As `LanguageModelMessage` of the specification. */
interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | readonly PromptContent[];
  prefix?: boolean;
}

interface PromptContent {
  type: 'text' | 'image' | 'audio';
  value: unknown;
}

export type Prompt = string | readonly PromptMessage[];

/** A message as `/v1/chat/completions` takes it. */
export interface ChatMessage {
  role: PromptMessage['role'];
  content: string | readonly object[];
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant'];
const TYPES: readonly unknown[] = ['text', 'image', 'audio'];

interface Rules {
  /** Types of content that the session expects; text is always one. */
  expected: ReadonlySet<string>;
  /** Whether these are the session's first messages: a system message may be the first of them. */
  areInitial: boolean;
}

/**
 * Messages for the service, as the specification validates and canonicalizes a prompt.
 * @throws TypeError, DOMException `SyntaxError` or `NotSupportedError`
 * @see https://webmachinelearning.github.io/prompt-api/#validate-and-canonicalize-a-prompt
 */
export async function toMessages(input: Prompt, rules: Rules): Promise<ChatMessage[]> {
  const messages = longhand(input);
  for (const [i, message] of messages.entries()) {
    check(message, rules, { isFirst: i === 0, isLast: i === messages.length - 1 });
  }
  return Promise.all(
    messages.map(async ({ role, content }) => {
      const parts = await Promise.all(content.map(toPart));
      const texts = content.every(({ type }) => type === 'text');
      const joined = () => content.map(({ value }) => value).join('');
      return { role, content: texts ? joined() : parts };
    }),
  );
}

/** Whether the model continues the last message instead of answering it. */
export function hasPrefix(input: Prompt): boolean {
  return typeof input !== 'string' && input.at(-1)?.prefix === true;
}

type Longhand = PromptMessage & { content: readonly PromptContent[] };

function longhand(input: Prompt): Longhand[] {
  const text = (value: string): PromptContent[] => [{ type: 'text', value }];
  if (typeof input === 'string') return [{ role: 'user', content: text(input) }];
  if (!Array.isArray(input)) {
    if (typeof input === 'object' && input !== null)
      throw new TypeError('A prompt is a text or a list.');
    return [{ role: 'user', content: text(String(input)) }];
  }
  if (input.length === 0) return [{ role: 'user', content: text('') }];
  return input.map((message: PromptMessage) => {
    const { content } = message ?? {};
    if (typeof content === 'string') return { ...message, content: text(content) };
    if (!Array.isArray(content)) throw new TypeError('A message has a role and a content.');
    return { ...message, content: content.length === 0 ? text('') : content };
  });
}

function check(
  { role, content, prefix }: Longhand,
  { expected, areInitial }: Rules,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): void {
  if (!ROLES.includes(role)) throw new TypeError(`"${String(role)}" is not a role of a message.`);
  if (prefix && (areInitial || role !== 'assistant' || !isLast)) {
    throw new DOMException('A prefix is the last message of the assistant.', 'SyntaxError');
  }
  if (role === 'system') {
    if (!areInitial) {
      throw new DOMException('The system speaks in initialPrompts alone.', 'NotSupportedError');
    }
    if (!isFirst) throw new TypeError('The message of the system is the first one.');
  }
  for (const part of content) checkPart(part, role, expected);
}

function checkPart({ type, value }: PromptContent, role: string, expected: ReadonlySet<string>) {
  if (!TYPES.includes(type)) throw new TypeError(`"${String(type)}" is not a type of content.`);
  if (type === 'text') {
    if (typeof value !== 'string') throw new TypeError('A text is a string.');
    return;
  }
  if (role === 'assistant') {
    throw new DOMException('The assistant speaks in text.', 'NotSupportedError');
  }
  if (!expected.has(type)) {
    throw new DOMException(
      `The session does not expect ${type}: expectedInputs.`,
      'NotSupportedError',
    );
  }
}

async function toPart({ type, value }: PromptContent): Promise<object> {
  if (type === 'text') return { type: 'text', text: value };
  if (type === 'audio') {
    const data = await blobToBase64(soundOf(value));
    return { type: 'input_audio', input_audio: { data, format: 'wav' } };
  }
  const blob = await pictureOf(value);
  const url = `data:${blob.type || 'image/png'};base64,${await blobToBase64(blob)}`;
  return { type: 'image_url', image_url: { url } };
}

/** A file of sound as it is; the mean of the channels of decoded sound. */
function soundOf(value: unknown): Blob {
  if (value instanceof Blob) return value;
  if (isBytes(value)) return new Blob([value]);
  const { sampleRate, length, numberOfChannels, getChannelData } = (value ?? {}) as AudioBuffer;
  if (typeof getChannelData !== 'function')
    throw new TypeError('Sound is an AudioBuffer, bytes or a file.');
  const mean = new Float32Array(length);
  for (let c = 0; c < numberOfChannels; c++) {
    for (const [i, sample] of (value as AudioBuffer).getChannelData(c).entries()) {
      mean[i] = (mean[i] ?? 0) + sample / numberOfChannels;
    }
  }
  return toWav(mean, sampleRate);
}

const isBytes = (value: unknown): value is ArrayBuffer | Uint8Array<ArrayBuffer> =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/** A file of a picture as it is; whatever else a canvas can draw as PNG. */
async function pictureOf(value: unknown): Promise<Blob> {
  if (value instanceof Blob) return value;
  // The service recognises the format by its bytes.
  if (isBytes(value)) return new Blob([value], { type: 'image/png' });
  const bitmap = await createImageBitmap(value as ImageBitmapSource).catch(() => {
    throw new TypeError('A picture is an image, a canvas, bytes or a file.');
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Flags that change which texts match and have no place in a pattern; the others change only how a text is searched. */
const LOST_FLAGS = /[imsv]/;

/**
 * A regular expression is asked for as a JSON string with its pattern.
 * @throws DOMException `NotSupportedError`, also for a flag that would be lost
 */
export function formatOf(constraint: object | null): object {
  if (constraint === null) return {};
  const lost = constraint instanceof RegExp && LOST_FLAGS.exec(constraint.flags)?.[0];
  if (lost) {
    throw new DOMException(
      `A constraint cannot have the flag "${lost}": write it into the pattern.`,
      'NotSupportedError',
    );
  }
  const pattern = constraint instanceof RegExp ? `^(?:${constraint.source})$` : null;
  const schema = pattern === null ? constraint : { type: 'string', pattern };
  try {
    JSON.stringify(schema);
  } catch {
    throw new DOMException('The constraint is not a JSON Schema.', 'NotSupportedError');
  }
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
  };
}

/** The text of a JSON string; of one that was cut off, the text so far. */
export function unquote(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return json.replace(/^"/, '');
  }
}
