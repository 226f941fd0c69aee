import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  NoSuchModelError,
  type RerankingModelV4,
  type SharedV4Warning,
  type SpeechModelV4,
  type TranscriptionModelV4,
  type TranscriptionModelV4Result,
} from '@ai-sdk/provider';
import { languageCode } from '#contract/languages.ts';
import { AlcoveError, post } from '#language-model/service.ts';
import type { createAlcove as Create } from './ai-sdk-types.d.ts';
import type { AlcoveService } from './alcove.d.ts';

const PROVIDER = 'alcove';

/** See `ai-sdk-types.d.ts`. Models of text and vectors come from the SDK's own provider for such APIs. */
export const createAlcove: typeof Create = ({ baseURL, fetch: given }, { apiKey } = {}) => {
  const reach: AlcoveService['fetch'] = (input, init) => (given ?? fetch)(input, init);
  const settings = { name: PROVIDER, baseURL, fetch: reach, apiKey: apiKey ?? 'page' };
  const provider = createOpenAICompatible({
    ...settings,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const calls = new Calls({ baseURL, fetch: reach }, settings.apiKey);
  return Object.assign(provider, {
    transcriptionModel: (modelId: string) => transcriptionModel(calls, modelId),
    speechModel: (modelId: string) => speechModel(calls, modelId),
    rerankingModel: (modelId: string) => rerankingModel(calls, modelId),
    imageModel: (modelId: string): never => {
      throw new NoSuchModelError({ modelId, modelType: 'imageModel' });
    },
  });
};

interface CallOptions {
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  abortSignal?: AbortSignal | undefined;
}

function merge(
  init: RequestInit | undefined,
  authorization: string,
  added: NonNullable<CallOptions['headers']>,
): Headers {
  const headers = new Headers(init?.headers);
  headers.set('authorization', authorization);
  for (const [name, value] of Object.entries(added)) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** Requests whose failures are errors of the SDK, which repeats those that may succeed later. */
class Calls {
  readonly #service: AlcoveService;
  readonly #authorization: string;

  constructor(service: AlcoveService, apiKey: string) {
    this.#service = service;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** `headers`: of this call; they replace the provider's. */
  async post(
    path: string,
    body: object,
    { headers = {}, abortSignal }: CallOptions,
  ): Promise<Response> {
    const { baseURL, fetch: reach } = this.#service;
    const service: AlcoveService = {
      baseURL,
      fetch: (input, init) =>
        reach(input, { ...init, headers: merge(init, this.#authorization, headers) }),
    };
    try {
      return await post(service, path, body, abortSignal);
    } catch (error) {
      if (!(error instanceof AlcoveError)) throw error;
      throw new APICallError({
        message: error.message,
        url: `${baseURL}${path}`,
        requestBodyValues: body instanceof FormData ? {} : body,
        statusCode: error.status,
        responseHeaders: error.headers,
        responseBody: JSON.stringify({ error: error.fields }),
        data: { error: error.fields },
      });
    }
  }
}

const responseOf = (modelId: string, { headers }: Response) => ({
  timestamp: new Date(),
  modelId,
  headers: Object.fromEntries(headers),
});

const unsupported = (feature: string, details: string): SharedV4Warning => ({
  type: 'unsupported',
  feature,
  details,
});

function transcriptionModel(calls: Calls, modelId: string): TranscriptionModelV4 {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.transcription`,
    modelId,
    async doGenerate(options) {
      const { audio, mediaType, timestampGranularities, providerOptions } = options;
      const bytes =
        typeof audio === 'string' ? Uint8Array.from(atob(audio), (c) => c.charCodeAt(0)) : audio;
      const form = new FormData();
      form.set('model', modelId);
      form.set('file', new File([new Uint8Array(bytes)], 'recording', { type: mediaType }));
      form.set('response_format', 'verbose_json');
      for (const [name, value] of Object.entries(providerOptions?.[PROVIDER] ?? {})) {
        form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      const path = '/audio/transcriptions';
      const warnings: SharedV4Warning[] = [];
      let response: Response | null = null;
      // Segments come without being asked for.
      if (timestampGranularities?.includes('word')) {
        const name = 'timestamp_granularities[]';
        for (const one of ['word', 'segment']) form.append(name, one);
        response = await calls.post(path, form, options).catch((error: unknown) => {
          if (!isAbout('timestamp_granularities', error)) throw error;
          form.delete(name);
          warnings.push(unsupported('timestampGranularities', 'This model places no words.'));
          return null;
        });
      }
      response ??= await calls.post(path, form, options);
      return {
        ...toTranscript(await response.json()),
        warnings,
        response: responseOf(modelId, response),
      };
    },
  };
}

/** Whether an answer refuses a field by its name. */
function isAbout(field: string, error: unknown): boolean {
  if (!APICallError.isInstance(error) || error.statusCode !== 400) return false;
  const { param } = (error.data as { error: { param?: unknown } }).error;
  return typeof param === 'string' && param.startsWith(field);
}

interface VerboseTranscript {
  text: string;
  language?: string;
  duration?: number;
  segments?: { text: string; start: number; end: number }[];
  words?: { word: string; start: number; end: number }[];
}

function toTranscript({
  text,
  language,
  duration,
  segments = [],
  words,
}: VerboseTranscript): Omit<TranscriptionModelV4Result, 'warnings' | 'response'> {
  const spans = <T extends { start: number; end: number }>(list: T[], textOf: (one: T) => string) =>
    list.map((one) => ({ text: textOf(one), startSecond: one.start, endSecond: one.end }));
  return {
    text,
    language: (language && languageCode(language)) || undefined,
    durationInSeconds: duration,
    segments: spans(segments, (segment) => segment.text),
    ...(words && { words: spans(words, ({ word }) => word) }),
  };
}

function speechModel(calls: Calls, modelId: string): SpeechModelV4 {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.speech`,
    modelId,
    async doGenerate(options) {
      const { text, voice, outputFormat, speed, instructions, language } = options;
      const warnings: SharedV4Warning[] = [];
      if (instructions) warnings.push(unsupported('instructions', 'The voice has one tone.'));
      if (language && !/^(?:en|auto)\b/i.test(language)) {
        warnings.push(unsupported('language', 'The voice reads English.'));
      }
      const body = {
        model: modelId,
        input: text,
        voice: voice ?? 'alloy',
        response_format: outputFormat ?? 'mp3',
        ...(speed !== undefined && { speed }),
        ...options.providerOptions?.[PROVIDER],
      };
      const response = await calls.post('/audio/speech', body, options);
      const audio = new Uint8Array(await response.arrayBuffer());
      return { audio, warnings, request: { body }, response: responseOf(modelId, response) };
    },
  };
}

function rerankingModel(calls: Calls, modelId: string): RerankingModelV4 {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.reranking`,
    modelId,
    async doRerank({ documents, query, topN, headers, abortSignal }) {
      const texts =
        documents.type === 'text'
          ? documents.values
          : documents.values.map((value) => JSON.stringify(value));
      const body = {
        model: modelId,
        query,
        documents: texts,
        ...(topN !== undefined && { top_n: topN }),
      };
      const response = await calls.post('/rerank', body, { headers, abortSignal });
      const { results } = (await response.json()) as {
        results: { index: number; relevance_score: number }[];
      };
      return {
        ranking: results.map((one) => ({ index: one.index, relevanceScore: one.relevance_score })),
        response: responseOf(modelId, response),
      };
    },
  };
}
