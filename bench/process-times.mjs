import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor seconds so far of all processes whose command line has a marker, such as the folder of a profile, and of theirs. Linux only. */
export function cpuSeconds(marker) {
  const read = (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const stats = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    const isOurs = read(`/proc/${pid}/cmdline`).includes(marker);
    stats.set(pid, { parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]), isOurs });
  }
  const isInside = (pid) => {
    const stat = stats.get(pid);
    return stat !== undefined && (stat.isOurs || isInside(stat.parent));
  };
  return [...stats].reduce(
    (sum, [pid, { ticks }]) => sum + (isInside(pid) ? ticks / TICKS_PER_SECOND : 0),
    0,
  );
}
