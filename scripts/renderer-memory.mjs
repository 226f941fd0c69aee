import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Bytes in memory of the renderer processes of the browsers that this process started (Linux). */
export function rendererBytes(root = process.pid) {
  return bytesOf(root, 'VmRSS');
}

/** The most that each of them has had in memory since `forgetRendererPeaks`, together. */
export function rendererPeakBytes(root = process.pid) {
  return bytesOf(root, 'VmHWM');
}

/** The peaks begin again, at the present size of each. */
export function forgetRendererPeaks(root = process.pid) {
  for (const { pid } of renderers(root)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function bytesOf(root, field) {
  const pattern = new RegExp(`^${field}:\\s+(\\d+)`, 'm');
  const bytes = ({ status }) => Number(pattern.exec(status)?.[1] ?? 0) * 1024;
  return renderers(root).reduce((sum, one) => sum + bytes(one), 0);
}

function renderers(root) {
  const all = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => {
      const status = readText(`/proc/${pid}/status`);
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      return { pid: Number(pid), parent, status };
    });
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(
    ({ pid }) => family.has(pid) && readText(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
