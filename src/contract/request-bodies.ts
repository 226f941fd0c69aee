import {
  instructFields,
  parseInstructFields,
  parseReasoningRequest,
  parseTranscriptionRequest,
  reasoningRequest,
  transcriptionRequest,
} from './audio-request.ts';
import { batchRequest, parseBatchRequest } from './batches/batches-request.ts';
import { fileRequest, parseFileRequest } from './batches/files-request.ts';
import { isDeeperThan, MAX_JSON_DEPTH } from './body-limits.ts';
import { chatRequest, parseChatRequest, type TemperatureMax } from './chat-request.ts';
import { completionsRequest, parseCompletionsRequest } from './completions-request.ts';
import { embeddingsRequest, parseEmbeddingsRequest } from './embeddings-request.ts';
import { invalidJson, jsonTooDeep } from './errors.ts';
import { readFormFields } from './form-fields.ts';
import {
  messagesRequest,
  parseCountTokensRequest,
  parseMessagesRequest,
} from './messages-request.ts';
import { ocrRequest, parseOcrRequest } from './ocr-request.ts';
import { ignoredFields } from './request-fields.ts';
import { parseRerankRequest, rerankRequest } from './rerank-request.ts';
import {
  countInputRequest,
  parseCountInputRequest,
  parseResponsesRequest,
  responsesRequest,
} from './responses-request.ts';
import { bodyTooComplex } from './service-errors.ts';
import { parseSpeechRequest, speechRequest } from './speech-request.ts';
import {
  fileBatchRequest,
  parseFileBatch,
  parseVectorStore,
  parseVectorStoreChange,
  parseVectorStoreFile,
  parseVectorStoreFileChange,
  parseVectorStoreSearch,
  vectorStoreChange,
  vectorStoreFileChange,
  vectorStoreFileRequest,
  vectorStoreRequest,
  vectorStoreSearch,
} from './vector-stores/requests.ts';

/** Objects, lists, texts and numbers of one body: a body of bytes is copied between threads in one step, whatever its size. */
const MAX_VALUES = 100_000;

const JSON_BODIES = {
  chat: { shape: chatRequest.shape, parse: parseChatRequest },
  responses: { shape: responsesRequest.shape, parse: parseResponsesRequest },
  'input-tokens': { shape: countInputRequest.shape, parse: parseCountInputRequest },
  embeddings: { shape: embeddingsRequest.shape, parse: parseEmbeddingsRequest },
  messages: { shape: messagesRequest.shape, parse: parseMessagesRequest },
  'count-tokens': { shape: messagesRequest.shape, parse: parseCountTokensRequest },
  completions: { shape: completionsRequest.shape, parse: parseCompletionsRequest },
  rerank: { shape: rerankRequest.shape, parse: parseRerankRequest },
  speech: { shape: speechRequest.shape, parse: parseSpeechRequest },
  ocr: { shape: ocrRequest.shape, parse: parseOcrRequest },
  batch: { shape: batchRequest.shape, parse: parseBatchRequest },
  'vector-store': { shape: vectorStoreRequest.shape, parse: parseVectorStore },
  'vector-store-change': { shape: vectorStoreChange.shape, parse: parseVectorStoreChange },
  'vector-store-search': { shape: vectorStoreSearch.shape, parse: parseVectorStoreSearch },
  'vector-store-file': { shape: vectorStoreFileRequest.shape, parse: parseVectorStoreFile },
  'vector-store-file-change': {
    shape: vectorStoreFileChange.shape,
    parse: parseVectorStoreFileChange,
  },
  'file-batch': { shape: fileBatchRequest.shape, parse: parseFileBatch },
  reasoning: {
    shape: reasoningRequest.shape,
    parse: (body: unknown) => parseReasoningRequest(body, false),
  },
} as const;

const FORMS = {
  reasoning: {
    shape: reasoningRequest.shape,
    parse: (fields: Record<string, unknown>) => parseReasoningRequest(fields, true),
  },
  file: { shape: fileRequest.shape, parse: parseFileRequest },
  transcription: { shape: transcriptionRequest.shape, parse: parseTranscriptionRequest },
  instruct: { shape: instructFields.shape, parse: parseInstructFields },
} as const;

export type JsonBody = keyof typeof JSON_BODIES;
export type FormBody = keyof typeof FORMS;
/** Names of the given fields that have no meaning. */
interface WithIgnored {
  ignoredFields: string[];
}
export type JsonRequest<K extends JsonBody> = ReturnType<(typeof JSON_BODIES)[K]['parse']> &
  WithIgnored;
export type FormRequest<K extends FormBody> = ReturnType<(typeof FORMS)[K]['parse']> & WithIgnored;

/**
 * The request in the bytes of a JSON body.
 * @throws ApiError `invalid_json`, `request_too_large`, and the contract's errors for its fields.
 */
export function parseJsonBody<K extends JsonBody>(
  kind: K,
  bytes: Uint8Array<ArrayBuffer>,
  temperatureMax: TemperatureMax,
): JsonRequest<K> {
  const { shape, parse } = JSON_BODIES[kind];
  if (isDeeperThan(MAX_JSON_DEPTH, bytes)) throw jsonTooDeep(MAX_JSON_DEPTH);
  const body = readObject(new TextDecoder().decode(bytes));
  limitValues(body, shape);
  return known(parse(body, temperatureMax), shape, body) as unknown as JsonRequest<K>;
}

/** The request in a form. @throws ApiError */
export function parseFormBody<K extends FormBody>(kind: K, form: FormData): FormRequest<K> {
  const { shape, parse } = FORMS[kind];
  const fields = readFormFields(form);
  limitValues(fields, shape);
  return known(parse(fields), shape, fields) as unknown as FormRequest<K>;
}

function readObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidJson();
  return body as Record<string, unknown>;
}

/** Counts without recursion, and no further than the limit. Fields without a meaning may hold anything. */
function limitValues(body: Record<string, unknown>, shape: object): void {
  const open: unknown[] = Object.keys(shape).map((field) => body[field]);
  let values = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || next instanceof Blob) continue;
    const inner = Object.values(next);
    values += inner.length;
    if (values > MAX_VALUES) throw bodyTooComplex(MAX_VALUES);
    for (const value of inner) open.push(value);
  }
}

/** A request without the fields that have no meaning. */
function known(request: object, shape: object, body: Record<string, unknown>): WithIgnored {
  const fields = Object.entries(request).filter(([field]) => Object.hasOwn(shape, field));
  return { ...Object.fromEntries(fields), ignoredFields: ignoredFields(body, shape) };
}
