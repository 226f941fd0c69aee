/** Runs `end` when this process is asked to end, and ends it then; a second signal does not wait. */
export function onSignal(end: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      end()
        .catch(() => {})
        .finally(() => process.exit(0));
    });
  }
}
