import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import type { ApiError } from '#contract/api-error.ts';
import type { Boundary } from '#contract/boundary.ts';
import type { EngineError } from '#engine/engine-error.ts';
import type { Plan, RouteRequest } from './plan-route.ts';

/** Access to providers. Absent when none is configured: then no routing code runs. */
export interface Routing {
  plan: (request: RouteRequest) => Promise<Plan>;
  /** The card of a provider's model: `lab/big`. */
  card: (id: string) => ModelCard | null;
  boundary: (card: ModelCard) => Boundary;
}

/** The facts of a request that decide its route, besides its model. */
export interface RouteFacts {
  task: Exclude<ModelTask, 'audio-chat' | 'voice' | 'speakers' | 'ocr'>;
  needs: readonly string[];
  /** Tokens of the prompt and the answer, estimated. */
  tokens: number;
}

/** Why a local candidate failed, as a rule's reason; null for failures that every candidate would repeat. */
export function failureReason(error: ApiError | EngineError | unknown): string | null {
  const code = (error as { code?: unknown }).code;
  switch (code) {
    case 'model_not_found':
      return 'not-installed';
    case 'context_length_exceeded':
      return 'context';
    case 'model_not_compatible':
    case 'not-compatible':
    case 'not-supported':
      return 'unsupported-parameter';
    case 'queue-full':
    case 'queue_full':
      return 'queue';
    case 'load-failed':
    case 'slot-crashed':
    case 'runtime-failed':
    case 'engine_unavailable':
    case 'internal_server_error':
      return 'engine-error';
    default:
      return null;
  }
}
