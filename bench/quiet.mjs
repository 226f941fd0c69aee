import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Share of the machine that others may be using when a measurement begins. */
const MAX_AMBIENT = 0.2;

/** Processor time of the whole machine so far, in ticks: busy and all. Linux only. */
async function ticks() {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user, nice, system, idleTicks, wait, ...rest] = line.split(/\s+/).slice(1).map(Number);
  const busy = user + nice + system + rest.slice(0, 3).reduce((a, b) => a + b, 0);
  return { busy, all: busy + idleTicks + wait };
}

/** Waits until closed programs have ended and the machine is nearly idle; at most twenty seconds. */
export async function quiet() {
  for (let i = 0; i < 20 && existsSync('/proc/stat'); i++) {
    const before = await ticks();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = await ticks();
    if ((after.busy - before.busy) / (after.all - before.all) <= MAX_AMBIENT) return;
  }
}
