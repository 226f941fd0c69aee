import { type ApiDependencies, type Call, newCall, type Via } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { authorize } from '#api/http/authorize.ts';
import { finishCall } from '#api/http/finish-call.ts';
import { type Admission, admit, openSlot } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import type { SpeechTask, TaskEvent } from '#engine/tasks.ts';

/** Tokens set aside for an utterance, whose length is not known yet. */
const RESERVED_TOKENS = 100;

/** The request that an utterance counts as, and its place in the model's queue. */
interface Utterance {
  call: Call;
  admission: Admission;
}

/** An utterance: its item of the conversation, and the request that it counts as. */
export interface Item extends Utterance {
  id: string;
  /** Seconds of the sound; its end is known when the voice has ended. */
  start: number;
  end: number;
}

/**
 * Takes a place in the model's queue for an utterance. `signal`: nothing is to be written any more, which the caller looks at
 * when it has the place.
 * @throws ApiError, EngineError, and what the signal was aborted with
 */
export async function admitUtterance(
  api: ApiDependencies,
  request: Request,
  { model, via }: { model: string; via: Via },
  signal: AbortSignal,
): Promise<Utterance> {
  const call = newCall(api, request, null, via);
  call.usage.endpoint = 'realtime';
  try {
    // A key that was revoked meanwhile ends the session's work.
    call.key = await authorize(call.request, api.keys);
    const card = requireModel(call, model, ['speech'], 'transcription');
    const slot = await openSlot(call, card);
    signal.throwIfAborted();
    const admission = await admit(call, slot, call.controller.signal, RESERVED_TOKENS);
    return { call, admission };
  } catch (error) {
    if (signal.aborted) abandon({ call });
    else {
      const { status, code } = toApiError(error);
      finishCall(call, status, code);
    }
    throw error;
  }
}

/** Ends an utterance that is not wanted any more, wherever it is. */
export function abandon({ call, admission }: Pick<Utterance, 'call'> & Partial<Utterance>): void {
  call.controller.abort();
  admission?.turn.leave();
  finishCall(call, 499, 'client_closed_request');
}

/** Runs one task in each turn: requests that wait run in between. */
export function runsOf({ admission: { turn } }: Utterance, signal: AbortSignal) {
  let isFirst = true;
  return async function* run(task: SpeechTask): AsyncGenerator<TaskEvent> {
    if (isFirst) await turn.started;
    else await turn.pass();
    isFirst = false;
    // A turn that was left belongs to others.
    signal.throwIfAborted();
    yield* turn.run(task);
  };
}
