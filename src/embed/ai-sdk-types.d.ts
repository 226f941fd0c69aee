/** The service as a provider of the AI SDK: `alcove/ai-sdk`. Needs `@ai-sdk/openai-compatible` and `@ai-sdk/provider`. */
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import type { RerankingModelV4, SpeechModelV4, TranscriptionModelV4 } from '@ai-sdk/provider';

export interface AlcoveProvider extends OpenAICompatibleProvider {
  transcriptionModel(modelId: string): TranscriptionModelV4;
  speechModel(modelId: string): SpeechModelV4;
  rerankingModel(modelId: string): RerankingModelV4;
}

/**
 * Models of `/v1` for `generateText`, `streamText`, `embedMany`, `transcribe`, `generateSpeech` and `rerank`.
 * @param service `startAlcove()`'s result, or one of `connect()`.
 * @param options `apiKey`: needed where `/v1` is that of a server of Alcove, on another origin.
 */
export function createAlcove(
  service: {
    baseURL: string;
    fetch?: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  },
  options?: { apiKey?: string },
): AlcoveProvider;
