import { readdirSync, readFileSync } from 'node:fs';

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function isRenderer(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false;
  }
}

/** Bytes in memory of the renderer processes of the browsers that this process started (Linux). */
export function rendererBytes(root = process.pid) {
  const all = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      const status = readStatus(pid);
      const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return { pid: Number(pid), parent: field('PPid'), bytes: field('VmRSS') * 1024 };
    });
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all
    .filter(({ pid }) => family.has(pid) && isRenderer(pid))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
