import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}

interface Memory {
  renderers: number;
  browser: number;
}

/** Megabytes that processes of the browser with a profile hold of their own (Linux). */
function memoryOf(profile: string): Memory {
  const rows = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      const status = read(`/proc/${pid}/status`);
      const field = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      const command = read(`/proc/${pid}/cmdline`);
      return { pid, parent: String(field('PPid')), megabytes: field('RssAnon') / 1024, command };
    });
  const roots = rows.filter(
    ({ command }) => command.includes(profile) && !command.includes('--type='),
  );
  const family = new Set(roots.map(({ pid }) => pid));
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  const sum = (list: typeof rows) => Math.round(list.reduce((all, row) => all + row.megabytes, 0));
  return {
    renderers: sum(
      rows.filter((row) => family.has(row.pid) && row.command.includes('--type=renderer')),
    ),
    browser: sum(roots),
  };
}

/** Watches the memory while something runs. @returns the bytes before, and the peak. */
export async function watchMemory<T>(
  profile: string,
  work: () => Promise<T>,
): Promise<{ value: T; before: Memory; peak: Memory; seconds: number }> {
  const before = memoryOf(profile);
  const peak = { ...before };
  const timer = setInterval(() => {
    const now = memoryOf(profile);
    peak.renderers = Math.max(peak.renderers, now.renderers);
    peak.browser = Math.max(peak.browser, now.browser);
  }, 200);
  const start = performance.now();
  try {
    const value = await work();
    return { value, before, peak, seconds: (performance.now() - start) / 1000 };
  } finally {
    clearInterval(timer);
  }
}
