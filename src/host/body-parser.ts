import type { LargeBodies } from '#api/call/large-bodies.ts';
import { ApiError } from '#contract/api-error.ts';
import type { TemperatureMax } from '#contract/chat-request.ts';
import type { FormBody, FormRequest, JsonBody, JsonRequest } from '#contract/request-bodies.ts';
import { bodyTooSlow, internalError } from '#contract/service-errors.ts';
import { HelperThread, type HelperWorker } from './helper-thread.ts';

export type ParseJob =
  | {
      type: 'json';
      kind: JsonBody;
      body: Uint8Array<ArrayBuffer> | Blob;
      temperatureMax: TemperatureMax;
    }
  | { type: 'form'; kind: FormBody; entries: [string, FormDataEntryValue][] }
  | { type: 'base64'; text: string };

/** An ApiError on its way between threads. */
type ErrorParts = Pick<ApiError, 'status' | 'code' | 'message' | 'param'>;

export type Parsed = { value: unknown } | { error: ErrorParts };

export type ParseWorker = HelperWorker<ParseJob, Parsed>;

/** Milliseconds that one body may take: the largest takes about one second. */
const LIMIT_MS = 20_000;

/** Parses large bodies in a separate thread, which is ended when one takes too long or is aborted. */
export class BodyParser implements LargeBodies {
  readonly #thread: HelperThread<ParseJob, Parsed>;

  constructor(open: () => ParseWorker) {
    this.#thread = new HelperThread(open);
  }

  json<K extends JsonBody>(
    kind: K,
    body: Uint8Array<ArrayBuffer> | Blob,
    temperatureMax: TemperatureMax,
    signal: AbortSignal,
  ): Promise<JsonRequest<K>> {
    const job = { type: 'json', kind, body, temperatureMax } as const;
    return this.#parse<JsonRequest<K>>(job, signal, body instanceof Blob ? [] : [body.buffer]);
  }

  form<K extends FormBody>(kind: K, form: FormData, signal: AbortSignal): Promise<FormRequest<K>> {
    return this.#parse<FormRequest<K>>({ type: 'form', kind, entries: [...form] }, signal);
  }

  base64(text: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#parse({ type: 'base64', text }, signal);
  }

  async #parse<T>(job: ParseJob, signal: AbortSignal, transfer: Transferable[] = []): Promise<T> {
    const outcome = await this.#thread.run(job, { signal, limitMs: LIMIT_MS, transfer });
    if (outcome.state === 'too-slow') throw bodyTooSlow(LIMIT_MS / 1000);
    if (outcome.state === 'failed')
      throw internalError('The thread that parses bodies broke down.');
    const { value: parsed } = outcome;
    if ('value' in parsed) return parsed.value as T;
    const { status, code, message, param } = parsed.error;
    throw new ApiError(status, code, message, param);
  }
}
