import { joinBytes } from '#base/bytes.ts';
import { isRecord } from '#base/guards.ts';
import type { BatchEndpoint, BatchError } from '#contract/answers/batches-answer.ts';
import { MAX_BATCH_REQUESTS } from '#contract/batches/batches-request.ts';
import { isDeeperThan, MAX_JSON_BYTES, MAX_JSON_DEPTH } from '#contract/body-limits.ts';

/** One request of a batch. */
export interface BatchRequestLine {
  /** Of the requests in the file, from 0. */
  line: number;
  customId: string;
  body: Record<string, unknown>;
}

/** Errors of a file that are listed: the rest is found once these are mended. */
const MAX_ERRORS = 100;
/** Lines between two of which the thread answers others. */
const STEP = 50;
const NEWLINE = 10;

/** A line of a file: its number as people count, its place among the requests, and its bytes, null where they are too many. */
interface FileLine {
  number: number;
  line: number;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** The lines of a file that are not empty, in memory one at a time. */
async function* readLines(file: Blob): AsyncGenerator<FileLine> {
  const reader = file.stream().getReader();
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let number = 0;
  let line = 0;
  const add = (part: Uint8Array<ArrayBuffer>) => {
    length += part.length;
    // Beyond the limit only the end of the line is looked for.
    if (length <= MAX_JSON_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): FileLine | null => {
    const isTooLong = length > MAX_JSON_BYTES;
    const bytes = isTooLong ? null : joined(parts, length);
    parts = [];
    length = 0;
    number++;
    if (bytes && isBlank(bytes)) return null;
    return { number, line: line++, bytes };
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let from = 0;
      for (let at = value.indexOf(NEWLINE); at >= 0; at = value.indexOf(NEWLINE, from)) {
        add(value.subarray(from, at));
        from = at + 1;
        const found = take();
        if (found) yield found;
      }
      add(value.subarray(from));
    }
    const last = length > 0 ? take() : null;
    if (last) yield last;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function joined(
  parts: readonly Uint8Array<ArrayBuffer>[],
  length: number,
): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return joinBytes(parts, length);
}

const SPACES = new Set([9, 13, 32]);
const isBlank = (bytes: Uint8Array) => bytes.every((byte) => SPACES.has(byte));

type Parsed = { request: Record<string, unknown> } | { problem: Omit<BatchError, 'line'> };

function parseLine(bytes: Uint8Array<ArrayBuffer> | null): Parsed {
  const problem = (code: string, message: string, param: string | null = null) => ({
    problem: { code, message, param },
  });
  if (bytes === null) {
    return problem('request_too_large', `This line has more than ${MAX_JSON_BYTES} bytes.`);
  }
  const unparseable = problem('invalid_json_line', 'This line is not parseable as valid JSON.');
  if (isDeeperThan(MAX_JSON_DEPTH, bytes)) return unparseable;
  try {
    // With the mark of the byte order that some editors write.
    const request: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(request) ? { request } : unparseable;
  } catch {
    return unparseable;
  }
}

/** The requests of a file that was checked, without those that `skip` names. */
export async function* readRequests(
  file: Blob,
  skip: ReadonlySet<number>,
): AsyncGenerator<BatchRequestLine> {
  for await (const { line, bytes } of readLines(file)) {
    if (skip.has(line)) continue;
    const parsed = parseLine(bytes);
    if ('problem' in parsed) continue;
    const { custom_id, body } = parsed.request;
    if (typeof custom_id === 'string' && isRecord(body)) yield { line, customId: custom_id, body };
  }
}

/** What a check found: the number of requests and their model, or errors. */
export interface CheckedRequests {
  total: number;
  model: string | null;
  errors: BatchError[];
}

/** Checks a file of requests as OpenAI does: each line by itself, then the ids and the model they share. */
export async function checkRequests(
  file: Blob,
  endpoint: BatchEndpoint,
  signal: AbortSignal,
): Promise<CheckedRequests> {
  const check = new RequestCheck(endpoint);
  for await (const line of readLines(file)) {
    if (signal.aborted || check.isFull) break;
    check.add(line);
    if (line.line % STEP === STEP - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  return check.result();
}

class RequestCheck {
  readonly #endpoint: BatchEndpoint;
  readonly #ids = new Set<string>();
  readonly #errors: BatchError[] = [];
  #model: string | null = null;
  #total = 0;
  #inputs = 0;

  constructor(endpoint: BatchEndpoint) {
    this.#endpoint = endpoint;
  }

  get isFull(): boolean {
    return this.#errors.length >= MAX_ERRORS || this.#total > MAX_BATCH_REQUESTS;
  }

  add({ number, bytes }: FileLine): void {
    this.#total++;
    const parsed = parseLine(bytes);
    const problem = 'problem' in parsed ? parsed.problem : this.#problemOf(parsed.request);
    if (problem) this.#errors.push({ ...problem, line: number });
  }

  result(): CheckedRequests {
    const ofFile = (code: string, message: string) => {
      const error = { code, message, line: null, param: null };
      return { total: 0, model: null, errors: [error] };
    };
    if (this.#total === 0) {
      const message =
        'The input file is empty. Please ensure that the batch contains at least one request.';
      return ofFile('empty_file', message);
    }
    const tooMany = `The batch has more than ${MAX_BATCH_REQUESTS}`;
    if (this.#total > MAX_BATCH_REQUESTS) return ofFile('too_many_tasks', `${tooMany} requests.`);
    if (this.#inputs > MAX_BATCH_REQUESTS) {
      return ofFile('too_many_tasks', `${tooMany} texts to embed.`);
    }
    return { total: this.#total, model: this.#model, errors: this.#errors };
  }

  #problemOf(request: Record<string, unknown>): Omit<BatchError, 'line'> | null {
    const { custom_id: id, method, url, body } = request;
    const missing = ['custom_id', 'method', 'url', 'body'].find((name) => request[name] == null);
    if (missing) {
      const message = `Missing required parameter: '${missing}'.`;
      return { code: 'missing_required_parameter', message, param: missing };
    }
    if (typeof id !== 'string' || id === '') return invalid('custom_id', 'it is a text.');
    if (method !== 'POST') return invalid('method', "it is 'POST'.");
    if (!isRecord(body)) return invalid('body', 'it is an object.');
    if (url !== this.#endpoint) {
      const message = `The URL of this request does not match the endpoint of the batch, ${this.#endpoint}.`;
      return { code: 'url_mismatch', message, param: 'url' };
    }
    if (this.#ids.has(id)) {
      const message =
        'The custom_id for this request is a duplicate of another request. The custom_id parameter must be unique for each request in a batch.';
      return { code: 'duplicate_custom_id', message, param: 'custom_id' };
    }
    this.#ids.add(id);
    return this.#problemOfBody(body);
  }

  #problemOfBody({
    model,
    stream,
    input,
  }: Record<string, unknown>): Omit<BatchError, 'line'> | null {
    if (typeof model !== 'string') {
      const message = "Missing required parameter: 'body.model'.";
      return { code: 'missing_required_parameter', message, param: 'body.model' };
    }
    if (stream === true) return invalid('body.stream', 'answers of a batch are not streamed.');
    this.#model ??= model;
    if (model !== this.#model) {
      const message = `The model of this request is not that of the first one, '${this.#model.slice(0, 100)}'. All requests of a batch name one model.`;
      return { code: 'model_mismatch', message, param: 'body.model' };
    }
    if (this.#endpoint === '/v1/embeddings')
      this.#inputs += Array.isArray(input) ? input.length : 1;
    return null;
  }
}

const invalid = (param: string, reason: string) => ({
  code: 'invalid_value',
  message: `Invalid value for '${param}': ${reason}`,
  param,
});
