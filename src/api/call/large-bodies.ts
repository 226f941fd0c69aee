import type { TemperatureMax } from '#contract/chat-request.ts';
import { decodeBase64 } from '#contract/media-data.ts';
import {
  type FormBody,
  type FormRequest,
  type JsonBody,
  type JsonRequest,
  parseFormBody,
  parseJsonBody,
} from '#contract/request-bodies.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Parses large bodies. May take seconds: wherever others wait for the thread, it runs in one that can be
 * ended. Each call rejects with the same ApiError as the functions that parse small ones.
 */
export interface LargeBodies {
  /** Bytes may be moved away. */
  json<K extends JsonBody>(
    kind: K,
    body: Bytes | Blob,
    temperatureMax: TemperatureMax,
    signal: AbortSignal,
  ): Promise<JsonRequest<K>>;
  form<K extends FormBody>(kind: K, form: FormData, signal: AbortSignal): Promise<FormRequest<K>>;
  /** The bytes of a picture or recording in JSON; null where the text is not base64. */
  base64(text: string, signal: AbortSignal): Promise<Bytes | null>;
}

/** `LargeBodies` in this thread. */
export const LARGE_BODIES_HERE: LargeBodies = {
  json: async (kind, body, temperatureMax) =>
    parseJsonBody(
      kind,
      body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body,
      temperatureMax,
    ),
  form: async (kind, form) => parseFormBody(kind, form),
  base64: async (text) => decodeBase64(text),
};
