import type { Call } from '#api/call/call.ts';
import { boundaryForbids, ceilingOf } from '#api/call/ceiling.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import type { Candidate, Passed, Plan } from '#api/routing/plan-route.ts';
import { failureReason, type RouteFacts } from '#api/routing/routing.ts';
import { anySignal } from '#base/promises.ts';
import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import { ApiError, retryAfter } from '#contract/api-error.ts';
import type { Capability } from '#contract/errors.ts';
import { requestTimeout } from '#contract/service-errors.ts';
import type { Turn } from '#engine/slot.ts';
import type { ChatTask, Task, TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { isBeforeContent } from '#engine/with-progress.ts';
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
  const { candidates, overflowOn } = await planFor(call, asked);
  const [only, ...others] = candidates;
  if (only?.at === 'local' && others.length === 0) {
    // No other candidate can take over, so answer as without providers, headers first.
    const card = cardOf(call, asked, only);
    return { card, prepared: await attempt(card, call.controller.signal) };
  }
  const until = Date.now() + call.api.requestTimeoutMs();
  for (const candidate of candidates) {
    try {
      const card = cardOf(call, asked, candidate);
      const prepared = await inTime(call, until, async (signal) => {
        const begun: T & Attempt = await attempt(card, signal);
        if (!begun.admission || !begun.task) return begun;
        return { ...begun, admission: await prime(call, begun.admission, begun.task) };
      });
      return { card, prepared };
    } catch (error) {
      const { passed, goesOn } = whyNext(candidate, error, overflowOn);
      call.tried.push(passed);
      const isLast = candidate === candidates.at(-1) || Date.now() >= until;
      if (isLast || !goesOn || call.request.signal.aborted) throw error;
    }
  }
  throw notNow(503, 'upstream_unavailable', UNAVAILABLE);
}

/** Refuses an unknown model before anything else of a request is read. @throws ApiError */
export function requireKnown(call: Call, { model, tasks, capability }: Omit<Asked, 'facts'>): void {
  if (!call.api.routing?.()) requireModel(call, model, tasks, capability);
}

/** The plan of a request: the requested model alone where no provider is configured. @throws ApiError 403, 429, 503 */
async function planFor(
  call: Call,
  { model, facts }: Asked,
): Promise<Pick<Plan, 'candidates' | 'overflowOn'>> {
  const routing = call.api.routing?.();
  if (!routing) return { candidates: [{ at: 'local', id: model }], overflowOn: [] };
  const ceiling = ceilingOf(call);
  const key = call.key?.id ?? '';
  const plan = await routing.plan({ ...facts(), model, key, ceiling });
  call.tried.push(...plan.skipped);
  if (plan.refusal === 'boundary') throw boundaryForbids(model, ceiling);
  if (plan.refusal === 'offline') throw new ApiError(403, 'offline_mode', OFFLINE, 'model');
  if (plan.refusal === 'budget') throw notNow(429, 'provider_budget_exceeded', BUDGET);
  if (plan.refusal === 'unavailable') throw notNow(503, 'upstream_unavailable', UNAVAILABLE);
  return plan;
}

const OFFLINE =
  'Offline mode is on: no provider is called. It is turned off under Settings → Privacy.';
const BUDGET = 'The budget of every provider that may answer is used up for today.';
const UNAVAILABLE = 'No provider that may answer can do so now.';
const notNow = (status: number, code: string, message: string) =>
  new ApiError(status, code, message, null, { headers: retryAfter(59) });

function cardOf(call: Call, asked: Asked, candidate: Candidate): ModelCard {
  if (candidate.at === 'local') {
    return requireModel(call, candidate.id, asked.tasks, asked.capability);
  }
  const card = call.api.routing?.()?.card(candidate.id);
  if (!card) throw new ApiError(404, 'model_not_found', 'The provider was removed.', 'model');
  call.usage.model = card.id;
  return card;
}

/** Ends an attempt that has not begun to answer until then: from there on only the client ends the answer. */
async function inTime<T>(
  call: Call,
  until: number,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, abort } = anySignal([call.controller.signal]);
  let isLate = false;
  const end = () => {
    isLate = true;
    abort();
  };
  const timer = setTimeout(end, Math.max(0, until - Date.now()));
  try {
    return await attempt(signal);
  } catch (error) {
    abort();
    throw isLate ? requestTimeout(call.api.requestTimeoutMs() / 1000) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds that a provider may ask to wait before the next is tried. */
const MAX_WAIT_MS = 2_000;

/** What a failed candidate is reported as, and whether the next may answer in its place. */
function whyNext(
  candidate: Candidate,
  error: unknown,
  overflowOn: Plan['overflowOn'],
): { passed: Passed; goesOn: boolean } {
  const id = candidate.at === 'local' ? 'local' : candidate.id;
  const { code } = toApiError(error);
  if (candidate.at === 'local') {
    const reason = failureReason(error);
    const goesOn = overflowOn.some((named) => named.reason === reason);
    return { passed: { id, reason: reason ?? code }, goesOn };
  }
  if (!(error instanceof UpstreamError)) return { passed: { id, reason: code }, goesOn: false };
  const reason = error.isContext ? 'context' : String(error.status ?? error.fault);
  const waits = (error.retryAfterMs ?? 0) > MAX_WAIT_MS;
  // Another provider has another queue: the requested wait does not apply to it.
  return {
    passed: { id, reason, ...(waits && { value: 'waits' }) },
    goesOn: error.isRetryable || error.isContext,
  };
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

/** A turn whose first task has begun to answer: its events are those that were waited for, then the rest. */
async function primed(turn: Turn, task: ChatTask): Promise<Turn> {
  await turn.started;
  const events = turn.run(task)[Symbol.asyncIterator]();
  const first: TaskEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) break;
    first.push(value);
    if (!isBeforeContent(value)) break;
  }
  let isFirst = true;
  return {
    ...turn,
    timings: turn.timings,
    started: Promise.resolve(),
    run: (next: Task) => {
      if (!isFirst) return turn.run(next);
      isFirst = false;
      return rest(first, events);
    },
  };
}

async function* rest(
  first: readonly TaskEvent[],
  events: AsyncIterator<TaskEvent>,
): AsyncGenerator<TaskEvent> {
  let isOver = false;
  try {
    yield* first;
    for (;;) {
      const { done, value } = await events.next();
      if (done) {
        isOver = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isOver) await events.return?.(undefined);
  }
}
