/** Held by the tab that transcribes; another tab takes over when it is closed. */
const LOCK = 'alcove-transcribe';
/** Where a tab that waits asks the one that transcribes whether it still runs. */
const CHANNEL = 'alcove-transcribe';
/** Milliseconds between two questions. */
const ASK_MS = 3_000;
/** Questions in a row without an answer after which the other tab counts as stopped. */
const MAX_MISSED = 2;

interface LockEvents {
  /** The tab that transcribes does not answer, or does again. */
  onSilent: (isSilent: boolean) => void;
  /** Milliseconds between questions, for tests. */
  askMs?: number;
}

type Work = (signal: AbortSignal) => Promise<void>;

/**
 * Lets one tab of the origin transcribe. The browser passes its lock on when that tab goes away, but not while it is
 * frozen or its thread hangs: the tabs that wait find out, and a person can transcribe in one of them.
 */
export class TranscriptionLock {
  readonly #locks: Pick<LockManager, 'request'>;
  readonly #events: LockEvents;

  constructor(locks: Pick<LockManager, 'request'>, events: LockEvents) {
    this.#locks = locks;
    this.#events = events;
  }

  /** Runs the work as the only tab. Its signal aborts when another tab took over. */
  async run(work: Work, { steal = false } = {}): Promise<void> {
    const channel = new BroadcastChannel(CHANNEL);
    const taken = new AbortController();
    const stopAsking = steal ? () => {} : this.#askHolder(channel);
    try {
      await this.#locks.request(LOCK, { steal }, () => {
        stopAsking();
        channel.onmessage = ({ data }) => {
          if (data === 'ask') channel.postMessage('here');
        };
        return work(taken.signal);
      });
    } catch (error) {
      // The lock was stolen: this tab was frozen, and runs again.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      taken.abort();
    } finally {
      stopAsking();
      channel.close();
    }
  }

  #askHolder(channel: BroadcastChannel): () => void {
    let missed = 0;
    let isSilent = false;
    const change = (to: boolean) => {
      if (to === isSilent) return;
      isSilent = to;
      this.#events.onSilent(to);
    };
    channel.onmessage = ({ data }) => {
      if (data !== 'here') return;
      missed = 0;
      change(false);
    };
    const asking = setInterval(() => {
      if (missed >= MAX_MISSED) change(true);
      missed++;
      channel.postMessage('ask');
    }, this.#events.askMs ?? ASK_MS);
    return () => {
      clearInterval(asking);
      change(false);
    };
  }
}

/**
 * A function that starts work, one run at a time. Called during a run, it starts another one after it:
 * the run may have looked for work already and found none.
 */
export function runOnceMore(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  return function start() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    isWanted = false;
    work()
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        isRunning = false;
        if (isWanted) start();
      });
  };
}
