import type { Call } from '#api/call/call.ts';
import { requireWithin } from '#api/call/ceiling.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { contextExceeded } from '#contract/errors.ts';
import { isFatal } from '#engine/engine-error.ts';
import type { Slot, Turn } from '#engine/slot.ts';
import type { ChatTask, EmbedTask } from '#engine/tasks.ts';

/** A request's place on a slot, with the slot it belongs to. */
export interface Admission {
  slot: Slot;
  turn: Turn;
}

/**
 * Joins the model's queue, then counts the request and reserves `tokens`: a request that finds the
 * queue full is not counted. @throws ApiError or EngineError 429.
 */
export async function admit(
  call: Call,
  slot: Slot,
  signal: AbortSignal,
  tokens: number,
): Promise<Admission> {
  const turn = slot.admit(signal);
  call.releaseSlot();
  try {
    // A second candidate answers the same request.
    if (call.key && !call.usage.admitted) await call.api.limits.admit(call.key, tokens);
  } catch (error) {
    turn.leave();
    throw error;
  }
  if (!call.usage.admitted) call.usage.reservedTokens = tokens;
  call.usage.admitted = true;
  call.turn = turn;
  call.servedBy = servedBy(call, slot.card);
  return { slot, turn };
}

/** Replaces a model that broke, for the requests that wait and the next ones. */
export function discardIfBroken(call: Call, slot: Slot, error: unknown): void {
  if (isFatal(error)) call.api.engine.recover(slot).catch(call.api.report);
}

/** Tokens a chat template may add to a message. */
const TEMPLATE_TOKENS = 16;

/**
 * Whether a chat could be too long. No token is shorter than a byte, and a character of UTF-16 is
 * at most three bytes: most prompts need not be counted to be known to fit.
 */
function mayExceed(task: ChatTask, contextTokens: number): boolean {
  if (task.raw) return true;
  const max = task.turns.reduce((sum, t) => sum + t.text.length * 3 + TEMPLATE_TOKENS, 0);
  return max >= contextTokens || task.tools.length > 0;
}

/** Part of a context that is left for the answer of a conversation that is cut to fit. */
const ANSWER_SHARE = 0.25;

/**
 * A chat without its oldest turns, as few of them as leave room for an answer. Instructions and what follows the
 * last question stay, and no result of a call stays without the call.
 */
async function cutToFit(slot: Slot, task: ChatTask, askedFor: number | null): Promise<ChatTask> {
  const { contextTokens } = slot.card;
  const room = Math.floor(contextTokens * ANSWER_SHARE);
  const limit = contextTokens - Math.min(askedFor ?? room, room);
  const question = task.turns.findLastIndex(({ role }) => role === 'user');
  const old = task.turns.slice(0, Math.max(0, question)).filter(({ role }) => role !== 'system');
  const without = (count: number): ChatTask => {
    const results = old.slice(count).findIndex(({ role }) => role !== 'tool');
    const dropped = new Set(old.slice(0, results < 0 ? old.length : count + results));
    return { ...task, turns: task.turns.filter((turn) => !dropped.has(turn)) };
  };
  let [low, high] = [0, old.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [tokens = 0] = await slot.countTokens(without(middle));
    if (tokens <= limit) high = middle;
    else low = middle + 1;
  }
  return without(low);
}

/**
 * Checks that a chat's prompt leaves context for an answer. `truncates`: its oldest turns are left out until it does.
 * @returns the task with its limits.
 * @throws ApiError `context_length_exceeded`.
 */
export async function fitChat(
  slot: Slot,
  given: ChatTask,
  askedFor: number | null,
  truncates = false,
): Promise<ChatTask> {
  const { contextTokens, completionTokens } = slot.card;
  let task = given;
  if (mayExceed(task, contextTokens)) {
    let [prompt = 0] = await slot.countTokens(task);
    if (prompt >= contextTokens && truncates) {
      task = await cutToFit(slot, task, askedFor);
      [prompt = 0] = await slot.countTokens(task);
    }
    if (prompt >= contextTokens) {
      const completion = Math.min(askedFor ?? 0, completionTokens);
      throw contextExceeded('messages', contextTokens, { prompt, completion });
    }
  }
  return {
    ...task,
    ...(askedFor === null && { defaults: [...(task.defaults ?? []), 'maxTokens'] }),
    contextTokens,
    maxTokens: Math.min(askedFor ?? completionTokens, completionTokens),
  };
}

/** ASCII: normalisers of tokenizers may turn one other character into many. */
const ASCII = /^\p{ASCII}*$/u;

/**
 * @returns tokens of all texts, for the reservation; 0 where nothing needs them: no limit of the key counts tokens,
 * and no text can be too long. Counting takes another message to the model's worker and back.
 * @throws ApiError `context_length_exceeded` for one too long.
 */
export async function fitTexts({ key }: Call, slot: Slot, task: EmbedTask): Promise<number> {
  const { contextTokens } = slot.card;
  const max = contextTokens - TEMPLATE_TOKENS;
  const fits = task.texts.every((text) => text.length <= max && ASCII.test(text));
  const { tokensPerDay, tokensPerMonth } = key?.limits ?? {};
  if (fits && tokensPerDay === undefined && tokensPerMonth === undefined) return 0;
  const counts = await slot.countTokens(task);
  const longest = Math.max(...counts);
  if (longest > contextTokens) {
    throw contextExceeded('input', contextTokens, { prompt: longest, completion: 0 });
  }
  return counts.reduce((sum, n) => sum + n, 0);
}

/** The slot of a model, once it is loaded; it stays until the request has joined its queue. @throws EngineError where it cannot be. */
export async function openSlot(call: Call, card: ModelCard): Promise<Slot> {
  const { id, boundary } = servedBy(call, card);
  if (boundary !== 'device') requireWithin(call, id, boundary);
  const slot = call.api.engine.slot(card);
  call.releaseSlot();
  call.releaseSlot = slot.expect();
  if (slot.state === 'ready') return slot;
  const began = call.api.now();
  await slot.ready;
  const seconds = (call.api.now() - began) / 1_000;
  call.usage.loadSeconds += seconds;
  call.api.trace(call.requestId, 'loaded', { detail: `${card.id}, ${seconds.toFixed(2)} s` });
  return slot;
}

function servedBy({ api }: Call, card: ModelCard): NonNullable<Call['servedBy']> {
  if (!traitsOf(card).isRemote) return { id: `local/${card.id}`, boundary: 'device' };
  // A provider that is gone is farther than any request may go.
  return { id: card.id, boundary: api.routing?.()?.boundary(card) ?? 'third-party' };
}
