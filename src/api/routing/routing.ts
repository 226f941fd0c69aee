import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import type { ApiError } from '#contract/api-error.ts';
import type { Boundary } from '#contract/boundary.ts';
import type { EngineError } from '#engine/engine-error.ts';
import type { Plan, RouteRequest } from './plan-route.ts';

/** What the router asks of providers. Absent where none is configured: then nothing of this runs. */
export interface Routing {
  plan: (request: RouteRequest) => Promise<Plan>;
  /** The card of a provider's model: `lab/big`. */
  card: (id: string) => ModelCard | null;
  boundary: (card: ModelCard) => Boundary;
}

/** What of a request decides where it goes, besides its model. */
export interface RouteFacts {
  task: Exclude<ModelTask, 'audio-chat'>;
  needs: readonly string[];
  /** Tokens of the prompt and the answer, estimated. */
  tokens: number;
}

/** Why a local candidate failed, in the words of rules; null for what no other would do better. */
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
