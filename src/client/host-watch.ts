/** Milliseconds between two pings. */
const PING_MS = 3_000;
/** Pings in a row without an answer after which the worker counts as hung. */
const MAX_MISSED = 3;
/** Milliseconds for an answer when a request has been waiting already. */
const CHECK_MS = 2_000;

export interface HostWatch {
  /** The worker answered. */
  onAnswer: () => void;
  /** Pings immediately, with a shorter limit. */
  check: () => void;
  stop: () => void;
}

/**
 * Pings a worker and calls back, once, when its thread does not answer any more. A worker whose script is still being
 * loaded is not watched. Pings are counted, not timed: after a computer's sleep no answer is late.
 */
export function watchHost(ping: () => void, onHung: () => void): HostWatch {
  let hasAnswered = false;
  let missed = 0;
  let checking: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearInterval(pinging);
    clearTimeout(checking);
    checking = undefined;
  };
  const declareHung = () => {
    stop();
    onHung();
  };
  const pinging = setInterval(() => {
    if (hasAnswered && missed >= MAX_MISSED) {
      declareHung();
      return;
    }
    missed++;
    ping();
  }, PING_MS);
  ping();
  return {
    onAnswer() {
      hasAnswered = true;
      missed = 0;
      clearTimeout(checking);
      checking = undefined;
    },
    check() {
      if (!hasAnswered || checking !== undefined) return;
      checking = setTimeout(declareHung, CHECK_MS);
      ping();
    },
    stop,
  };
}
