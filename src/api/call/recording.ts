import { RECORD_HEADER } from '#contract/headers.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import type { Exchanges } from '#storage/recorded/exchanges.ts';
import type { RecordedBody, StoredKey } from '#storage/service-records.ts';
import type { EventStream } from '#transport/event-stream.ts';

/** What records requests, and whose. */
export interface Recorder {
  exchanges: Pick<Exchanges, 'add'>;
  /** Of none, of programs, or also of this app's chats that are stored. */
  whose: () => 'off' | 'programs' | 'all';
}

/** Maximum characters of a recorded body: longer ones are cut. */
const MAX_TEXT = 1_000_000;
/** Headers of requests whose values are not recorded. */
const SECRET = /auth|key|token|secret|cookie|password|signature/i;
/** A key of this service in any text. */
const OWN_KEY = /\balc_[\w-]{20,}/g;
const TEXT = /^(?:text\/|application\/(?:json|x-ndjson|x-subrip))/i;

/** The field of voices, in a form with `[]` or a number behind it. They are data URLs, or base64 alone. */
const VOICES = /^known_speaker_references/;

/** A voice or another file in a data URL as it is recorded, like other files: its type and size. */
function notedText(value: string, isVoice = false): string {
  const type = /^data:([\w.+-]+\/[\w.+-]+)?[;,]/i.exec(value);
  if (!type && !isVoice) return value.slice(0, MAX_TEXT);
  return `data:${type?.[1] ?? ''} (${value.length} characters)`;
}

/** A field as it is recorded, without the sound of voices: also a replacer of `JSON.stringify`. */
export function notedField(name: string, value: unknown): unknown {
  const isVoice = VOICES.test(name);
  if (Array.isArray(value) && isVoice) return value.map((voice) => notedText(String(voice), true));
  return typeof value === 'string' ? notedText(value, isVoice) : value;
}

/** The parts of a request that recording reads. */
interface RecordedCall {
  request: Request;
  requestId: string;
  /** Unix milliseconds when it came. */
  began: number;
  key: StoredKey | null;
  api: { recorder?: Recorder; report: (error: unknown) => void };
}

/** Begins to record a request where a person wants that; null for all others. */
export function startRecording(call: RecordedCall): Recording | null {
  const { recorder } = call.api;
  const whose = recorder?.whose() ?? 'off';
  const asked = call.request.headers.get(RECORD_HEADER);
  if (!recorder || !call.key || whose === 'off') return null;
  const isOwn = call.key.id === SESSION_KEY;
  const mayRecord = isOwn
    ? asked === 'yes' || (asked === 'chat' && whose === 'all')
    : asked !== 'no';
  return mayRecord ? new Recording(call, recorder) : null;
}

/**
 * One request while it runs. References are noted on the way; texts are decoded and stored when the answer
 * is over, so that nothing of it is in the way of the next token.
 */
export class Recording {
  readonly #call: RecordedCall;
  readonly #recorder: Recorder;
  readonly #began = performance.now();
  #request: { type: string; part: Uint8Array | string; bytes: number } | Blob | null = null;
  #response: Response | null = null;
  #body: Promise<ReadBody> | null = null;
  #isStream = false;
  /** What each event was sent as. */
  readonly #events: [json: string, type: string | undefined][] = [];
  #characters = 0;
  readonly #times: number[] = [];
  #isOver = false;

  constructor(call: RecordedCall, recorder: Recorder) {
    this.#call = call;
    this.#recorder = recorder;
  }

  /** Notes the body of the request. Bytes may be moved away afterwards. */
  body(body: Uint8Array | Blob, mayMove = false): void {
    if (body instanceof Blob) {
      this.#request = body;
      return;
    }
    const part = mayMove ? body.slice(0, MAX_TEXT) : body.subarray(0, MAX_TEXT);
    this.#request = { type: this.#requestType(), part, bytes: body.byteLength };
  }

  /** Notes the fields of a form; of its files the names, types and sizes. */
  form(form: FormData): void {
    const fields = [...form].map(([name, value]) => [
      name,
      typeof value === 'string'
        ? notedField(name, value)
        : { file: value.name, type: value.type, bytes: value.size },
    ]);
    const text = JSON.stringify(fields);
    this.#request = { type: this.#requestType(), part: text, bytes: text.length };
  }

  /** A stream that notes its events and their times, each after it was sent. */
  tap(stream: EventStream): EventStream {
    this.#isStream = true;
    return {
      ...stream,
      send: (json, type) => {
        stream.send(json, type);
        this.event(json, type);
      },
      bytes: (bytes) => {
        stream.bytes(bytes);
        this.#times.push(performance.now() - this.#began);
        this.#characters += bytes.byteLength;
      },
    };
  }

  /** Notes an event of an answer that was sent now. */
  event(json: string, type?: string): void {
    this.#isStream = true;
    // A session can last for hours after its text is full.
    if (this.#characters < MAX_TEXT) {
      this.#times.push(performance.now() - this.#began);
      this.#events.push([json, type]);
    }
    this.#characters += json.length + FRAME + (type ? type.length + TYPE_FRAME : 0);
  }

  /** Notes an answer with its headers; the body of one that is not streamed is read from a copy, as far as it is recorded. */
  head(response: Response): void {
    this.#response = response;
    if (!this.#isStream && response.body) this.#body = readBody(response);
    this.#storeOnceOver();
  }

  /** The request is over: its row of the ledger is written. */
  end(): void {
    this.#isOver = true;
    this.#storeOnceOver();
  }

  #requestType(): string {
    return this.#call.request.headers.get('content-type') ?? '';
  }

  #storeOnceOver(): void {
    if (!this.#isOver || !this.#response) return;
    this.#store(this.#response).catch(this.#call.api.report);
  }

  async #store({ status, headers }: Response): Promise<void> {
    const { request, requestId, began } = this.#call;
    // The end of the stream is sent first: decoding a long one takes longer than ten of its tokens.
    await new Promise((resolve) => setTimeout(resolve));
    const [sent, received] = await Promise.all([this.#sent(), this.#received(headers)]);
    const { pathname, search } = new URL(request.url);
    const exchange = {
      requestId,
      at: began,
      method: request.method,
      path: pathname + (SECRET.test(search) ? '' : withoutKeys(search)),
      requestHeaders: [...request.headers].map(withoutSecret),
      request: sent,
      status,
      responseHeaders: [...headers],
      response: received,
      times: this.#times.map((ms) => Math.round(ms * 100) / 100),
    };
    const size = 1_000 + 8 * exchange.times.length;
    const bytes = size + (sent?.text.length ?? 0) + (received?.text.length ?? 0);
    await this.#recorder.exchanges.add({ ...exchange, bytes });
  }

  async #sent(): Promise<RecordedBody | null> {
    const noted = this.#request;
    if (!noted) return null;
    if (noted instanceof Blob) {
      const part = new Uint8Array(await noted.slice(0, MAX_TEXT).arrayBuffer());
      return toBody(this.#requestType(), part, noted.size);
    }
    return toBody(noted.type, noted.part, noted.bytes);
  }

  async #received(headers: Headers): Promise<RecordedBody | null> {
    const type = headers.get('content-type') ?? '';
    if (this.#isStream) return toBody(type, this.#events.map(framed).join(''), this.#characters);
    const body = await this.#body?.catch(() => null);
    return body ? toBody(type, body.part, body.bytes) : null;
  }
}

/** Characters of an event around its JSON, and around its type. */
const FRAME = 'data: \n\n'.length;
const TYPE_FRAME = 'event: \n'.length;

/** An event as `EventStream` sends it. */
const framed = ([json, type]: readonly [string, string | undefined]) =>
  `${type ? `event: ${type}\n` : ''}data: ${json}\n\n`;

interface ReadBody {
  /** Empty where the answer is no text. */
  part: Uint8Array | string;
  bytes: number;
}

/** Reads the text of an answer as far as it is recorded; of others, and of files, the size that they state. */
async function readBody(response: Response): Promise<ReadBody> {
  const stated = Number(response.headers.get('content-length') ?? Number.NaN);
  const isText = TEXT.test(response.headers.get('content-type') ?? '');
  if (stated > MAX_TEXT || (!isText && stated >= 0)) return { part: '', bytes: stated };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.clone().body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.length;
    if (isText) parts.push(read.value);
    // It ends when the client has read the rest: nothing gathers in the copy until then.
    if (bytes > MAX_TEXT) reader?.cancel().catch(() => {});
    if (bytes > MAX_TEXT) break;
  }
  const part = new Uint8Array(await new Blob(parts).slice(0, MAX_TEXT).arrayBuffer());
  return { part: isText ? part : '', bytes };
}

/** `bytes`: of the whole body, of which `part` is at least the beginning. */
function toBody(type: string, part: Uint8Array | string, bytes: number): RecordedBody {
  const isText = typeof part === 'string';
  const text = withoutKeys(isText ? part : new TextDecoder().decode(part)).slice(0, MAX_TEXT);
  const isCut = bytes > MAX_TEXT || (isText ? part.length : part.byteLength) < bytes;
  return { type, text, bytes, isCut };
}

const withoutKeys = (text: string) => text.replace(OWN_KEY, 'alc_…');

function withoutSecret([name, value]: [string, string]): [string, string] {
  return [name, SECRET.test(name) ? '(not recorded)' : withoutKeys(value)];
}
