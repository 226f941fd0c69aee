import type { Call } from '#api/call/call.ts';
import { boundaryForbids, ceilingOf } from '#api/call/ceiling.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import type { Candidate, Plan } from '#api/routing/plan-route.ts';
import { primed } from '#api/routing/primed.ts';
import { failureReason, type RouteFacts } from '#api/routing/routing.ts';
import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import { ApiError, retryAfter } from '#contract/api-error.ts';
import type { Capability } from '#contract/errors.ts';
import { requestTimeout } from '#contract/service-errors.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import type { Admission } from './admit.ts';
import { discardIfBroken } from './admit.ts';
import { requireModel } from './find-model.ts';

interface Asked {
  model: string;
  tasks: readonly ModelTask[];
  capability: Capability;
  facts: () => RouteFacts;
}

/** The result of an attempt; without a task, the attempt has done the whole work. */
interface Attempt {
  admission?: Admission;
  task?: ChatTask;
}

/** Milliseconds that a provider may ask to wait before the next is tried. */
const MAX_WAIT_MS = 2_000;

/**
 * Finds the model that answers: the requested one, or the first candidate of its rule that begins to answer. `attempt`
 * prepares a request on a model; until its first content arrives the next candidate can take over.
 * @throws ApiError, EngineError of the last attempt
 */
export async function routed<T extends object>(
  call: Call,
  asked: Asked,
  attempt: (card: ModelCard, signal: AbortSignal) => Promise<T>,
): Promise<{ card: ModelCard; prepared: T }> {
  const { signal } = call.controller;
  const plan = await planFor(call, asked);
  if (!plan) {
    const card = requireModel(call, asked.model, asked.tasks, asked.capability);
    return { card, prepared: await attempt(card, signal) };
  }
  const [only, ...others] = plan.candidates;
  if (only?.at === 'local' && others.length === 0) {
    // No other candidate can take over, so answer as without providers, headers first.
    const card = cardOf(call, asked, only);
    return { card, prepared: await attempt(card, signal) };
  }
  const until = Date.now() + call.api.requestTimeoutMs();
  return firstThatAnswers(call, asked, plan, until, async (card) => {
    const link = linked(signal, until - Date.now());
    try {
      const prepared = await attempt(card, link.signal);
      const { admission, task }: Attempt = prepared;
      if (!admission || !task) return prepared;
      return { ...prepared, admission: await prime(call, admission, task) };
    } catch (error) {
      const isLate = link.isLate;
      link.abort();
      throw isLate ? requestTimeout(call.api.requestTimeoutMs() / 1000) : error;
    } finally {
      link.settle();
    }
  });
}

/** Refuses an unknown model before anything else of a request is read. @throws ApiError */
export function requireKnown(call: Call, { model, tasks, capability }: Omit<Asked, 'facts'>): void {
  if (!call.api.routing?.()) requireModel(call, model, tasks, capability);
}

/** The plan of a request; null where no provider is configured. @throws ApiError 403, 429, 503 */
async function planFor(call: Call, { model, facts }: Asked): Promise<Plan | null> {
  const routing = call.api.routing?.() ?? null;
  if (!routing) return null;
  const ceiling = ceilingOf(call);
  const key = call.key?.id ?? '';
  const plan = await routing.plan({ ...facts(), model, key, ceiling });
  call.tried.push(...plan.skipped);
  if (plan.refusal === 'boundary') throw boundaryForbids(model, ceiling);
  if (plan.refusal === 'budget') throw notNow(429, 'provider_budget_exceeded', BUDGET);
  if (plan.refusal === 'unavailable') throw notNow(503, 'upstream_unavailable', UNAVAILABLE);
  return plan;
}

const BUDGET = 'The budget of every provider that may answer is used up for today.';
const UNAVAILABLE = 'No provider that may answer can do so now.';
const notNow = (status: number, code: string, message: string) =>
  new ApiError(status, code, message, null, { headers: retryAfter(59) });

/** Runs the attempt of one candidate after another until one succeeds. */
async function firstThatAnswers<T>(
  call: Call,
  asked: Asked,
  { candidates, overflowOn }: Plan,
  until: number,
  attempt: (card: ModelCard) => Promise<T>,
): Promise<{ card: ModelCard; prepared: T }> {
  let failure: unknown = null;
  for (const [index, candidate] of candidates.entries()) {
    const isLast = index === candidates.length - 1 || Date.now() >= until;
    try {
      const card = cardOf(call, asked, candidate);
      const prepared = await attempt(card);
      return { card, prepared };
    } catch (error) {
      failure = error;
      const reason = whyNext(candidate, error, overflowOn);
      call.tried.push(`${candidate.at === 'local' ? 'local' : candidate.id}(${reason.name})`);
      if (isLast || !reason.goesOn || call.request.signal.aborted) break;
    }
  }
  throw failure;
}

function cardOf(call: Call, asked: Asked, candidate: Candidate): ModelCard {
  if (candidate.at === 'local') {
    return requireModel(call, candidate.id, asked.tasks, asked.capability);
  }
  const card = call.api.routing?.()?.card(candidate.id);
  if (!card) throw new ApiError(404, 'model_not_found', 'The provider was removed.', 'model');
  call.usage.model = card.id;
  return card;
}

function whyNext(
  candidate: Candidate,
  error: unknown,
  overflowOn: readonly string[],
): { name: string; goesOn: boolean } {
  if (candidate.at === 'local') {
    const name = failureReason(error);
    const isNamed = overflowOn.some((reason) => reason.split('>')[0] === name);
    return { name: name ?? toApiError(error).code, goesOn: name !== null && isNamed };
  }
  if (!(error instanceof UpstreamError)) return { name: toApiError(error).code, goesOn: false };
  const waits = (error.retryAfterMs ?? 0) > MAX_WAIT_MS;
  const name = error.isContext ? 'context' : (error.status ?? error.fault);
  // Another provider has another queue: the requested wait does not apply to it.
  return { name: `${name}${waits ? ',waits' : ''}`, goesOn: error.isRetryable || error.isContext };
}

/** Waits for the first content of an attempt, which the answer then begins with. */
async function prime(call: Call, { slot, turn }: Admission, task: ChatTask): Promise<Admission> {
  try {
    return { slot, turn: await primed(turn, task) };
  } catch (error) {
    turn.leave();
    discardIfBroken(call, slot, error);
    throw error;
  }
}

/** A signal that follows another, and ends an attempt that takes longer than all may take together. */
function linked(outer: AbortSignal, leftMs: number) {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      controller.abort();
    },
    Math.max(0, leftMs),
  );
  const abort = () => controller.abort();
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    get isLate() {
      return isLate;
    },
    /** Stops the timer once content arrives: from here on only the client ends the answer. */
    settle: () => clearTimeout(timer),
    abort,
  };
}
