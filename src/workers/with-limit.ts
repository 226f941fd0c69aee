/** The same promise, rejected with `late()` when it has not settled after `ms` milliseconds. */
export function withLimit<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
