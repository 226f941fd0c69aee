import { readdirSync, readFileSync } from 'node:fs';

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Bytes in memory of all renderer processes on this machine (Linux). */
export function rendererBytes() {
  const renderers = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`).includes('--type=renderer'),
  );
  return renderers.reduce((sum, pid) => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '0';
    return sum + Number(kilobytes) * 1024;
  }, 0);
}
