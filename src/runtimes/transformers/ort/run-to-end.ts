import { yieldThread } from '#base/pause.ts';
import { EngineError } from '#engine/engine-error.ts';
import { RunInterrupted } from './run-interrupt.ts';
import type { LoopSession, OrtTensor } from './session.ts';

/** Times that a run which was ended early, although its task is wanted, may be ended again. */
const MAX_INTERRUPTIONS = 2;
/** Times that messages are let in after it: the one that aborts a task may arrive just after it. */
const MESSAGE_PAUSES = 8;

/** Lets messages in. @throws EngineError `aborted` for a task that is no longer wanted */
export type Pause = () => Promise<void>;

export function pauseFor(signal: AbortSignal): Pause {
  return async () => {
    await yieldThread();
    if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
  };
}

/** One run of a graph: again from its beginning where it was ended early and its task is still wanted. @throws as `pause` does */
export async function runToEnd(
  session: Pick<LoopSession, 'run' | 'interrupt'>,
  feeds: Record<string, unknown>,
  pause: Pause,
): Promise<Record<string, OrtTensor>> {
  for (let interruptions = 0; ; interruptions++) {
    try {
      return await session.run(feeds, undefined, {}, interruptions < MAX_INTERRUPTIONS);
    } catch (error) {
      if (!(error instanceof RunInterrupted)) throw error;
      session.interrupt?.clear();
      for (let i = 0; i < MESSAGE_PAUSES; i++) await pause();
    }
  }
}
