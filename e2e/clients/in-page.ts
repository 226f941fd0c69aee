import type { Setting } from './check.ts';
import { FURTHER } from './further-clients.ts';
import { MORE } from './more-clients.ts';
import { REFUSED, tryRefused } from './refused.ts';
import { RESPONSES } from './responses-clients.ts';
import { STOCK } from './stock-clients.ts';

const SAMPLE = { ...STOCK, ...MORE, ...RESPONSES };
const TESTS = { ...SAMPLE, ...FURTHER };

/** Features by name, "client: feature". */
export const names = Object.keys({ ...TESTS, ...REFUSED });
/** Those that every change has time for. */
export const sample = Object.keys(SAMPLE);

const LIMIT_MS = 90_000;

export interface Outcome {
  /** For the table: ✓, the status of a refusal by decision, or ✗. */
  cell: string;
  /** What went wrong; null when nothing did. */
  failure: string | null;
}

/** @param wav Bytes of a second of a tone. */
export async function runTest(name: string, key: string, wav: number[]): Promise<Outcome> {
  const setting: Setting = { key, tone: () => new File([new Uint8Array(wav)], 'a.wav') };
  const run = async () => {
    if (name in REFUSED) return tryRefused(name, setting);
    await TESTS[name]?.(setting);
    return '✓';
  };
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no end within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    return { cell: await Promise.race([run(), late]), failure: null };
  } catch (error) {
    const failure = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
    return { cell: '✗', failure };
  }
}
