import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const BYTES = 20_000_000;
const UPLOADS = 6;
const EVERY_MS = 10;
const MB = 1e6;

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const field = (text, name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024;

/** Processes that this one started, theirs included, but not `others`. */
function family(others) {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1];
    parents.set(Number(pid), Number(parent));
  }
  const isOurs = (pid) => pid > 1 && (pid === process.pid || isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(
    (pid) => pid !== process.pid && !others.includes(pid) && isOurs(pid),
  );
}

/** Memory of processes; what several share is counted once. */
const memoryOf = (pids) =>
  pids.reduce((sum, pid) => sum + field(read(`/proc/${pid}/smaps_rollup`), 'Pss'), 0);

/**
 * Uploads 20 MB to a bridge, several times, and says how much memory the server and the browser take for it (Linux).
 * The model is unknown: the tab reads the whole form and nothing decodes it.
 */
export async function measureUpload({ origin, key, serverPid }) {
  const browser = family([serverPid]);
  const upload = async () => {
    const form = new FormData();
    form.set('model', 'nobody');
    form.set('file', new Blob([new Uint8Array(BYTES).fill(7)]), 'audio.wav');
    const headers = { authorization: `Bearer ${key}` };
    const init = { method: 'POST', headers, body: form };
    const response = await fetch(`${origin}/v1/audio/transcriptions`, init);
    const { error } = await response.json();
    if (error.code !== 'model_not_found') throw new Error(`The upload ended with ${error.code}.`);
  };
  const server = [];
  const page = [];
  for (let i = 0; i < UPLOADS; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // Resets the peak that the kernel counts.
    writeFileSync(`/proc/${serverPid}/clear_refs`, '5');
    const serverBefore = field(read(`/proc/${serverPid}/status`), 'VmRSS');
    const before = memoryOf(browser);
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(browser));
    }, EVERY_MS);
    await upload();
    clearInterval(timer);
    server.push(field(read(`/proc/${serverPid}/status`), 'VmHWM') - serverBefore);
    page.push(Math.max(most, memoryOf(browser)) - before);
  }
  return {
    server: Math.max(...server) / MB,
    browser: page.map((bytes) => bytes / MB),
    size: BYTES / MB,
  };
}
