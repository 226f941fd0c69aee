import type { Setting } from './check.ts';
import { MORE } from './more-clients.ts';
import { RESPONSES } from './responses-clients.ts';
import { STOCK } from './stock-clients.ts';

const TESTS = { ...STOCK, ...MORE, ...RESPONSES };

export const names = Object.keys(TESTS);

/** @param wav Bytes of a second of a tone. @returns what went wrong; null when nothing did. */
export async function runTest(name: string, key: string, wav: number[]): Promise<string | null> {
  const setting: Setting = { key, tone: () => new File([new Uint8Array(wav)], 'a.wav') };
  try {
    await TESTS[name]?.(setting);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : JSON.stringify(error);
  }
}
