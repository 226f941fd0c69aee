import { CASES } from '#testing/conformance/cases.ts';
import type { Target } from '#testing/conformance/try-case.ts';

export const ids = CASES.map(({ id, name }) => ({ id, name }));

/** Runs one case with the page's own fetch. Resolves with what went wrong, null when nothing did. */
export async function runCase(
  id: string,
  key: string,
  models: Target['models'],
): Promise<string | null> {
  const found = CASES.find((c) => c.id === id);
  if (!found) return `no case ${id}`;
  try {
    await found.run({ fetch: (path, init) => fetch(path, init), key, models });
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
}
