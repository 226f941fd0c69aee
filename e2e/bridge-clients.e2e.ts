import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'ws';
import { times } from '#testing/test-run.ts';
import { AlcoveProcess, bearer } from './bridge-server.ts';
import { patience } from './patience.ts';
import { installPython, PYTHON } from './python-clients.ts';

const run = promisify(execFile);
const FULL = { tag: '@full' };
const json = { 'content-type': 'application/json' };
const QUESTION = {
  model: 'alcove-guide',
  messages: [{ role: 'user', content: 'What can you do?' }],
};
/** Takes some seconds, because the answer is long. */
const LONG = {
  ...QUESTION,
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'numbers',
      strict: true,
      schema: { type: 'array', items: { type: 'integer' }, minItems: 200 },
    },
  },
};

let server: AlcoveProcess;
let key = '';

test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = new AlcoveProcess('--headless');
  await server.start();
  key = readFileSync(`${server.data}/api-key`, 'utf8').trim();
});
test.afterAll(() => server.stop());

const call = (path: string, body?: object) =>
  fetch(server.url + path, {
    headers: { ...bearer(key), ...json },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });

/** The browser of the server and all its processes, parents first. */
function browserPids(): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const pids = [server.pid];
  for (const pid of pids) {
    for (const [child, parent] of all) if (parent === pid) pids.push(child);
  }
  return pids.slice(1);
}

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name);
};

test('stock clients in Node call alcove --headless', FULL, async () => {
  test.setTimeout(300_000);
  const env = { ...process.env, ALCOVE_API_KEY: key };
  const { stdout } = await run(process.execPath, ['node-clients.mjs', server.url], {
    cwd: 'e2e/clients',
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  process.stdout.write(stdout);
  expect(stdout.match(/^✓/gm)).toHaveLength(10);
});

test('stock clients in Python call alcove --headless', FULL, async () => {
  test.setTimeout(600_000);
  await installPython();
  const env = { ...process.env, ALCOVE_API_KEY: key };
  const { stdout } = await run(`${process.cwd()}/${PYTHON}`, ['clients.py', server.url], {
    cwd: 'e2e/clients/python',
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  process.stdout.write(stdout);
  expect(stdout.match(/^✓/gm)).toHaveLength(18);
});

test('a program speaks over a WebSocket, and its words come back', async () => {
  test.setTimeout(300_000);
  const headers = bearer(key);
  const address = `${server.url.replace('http', 'ws')}/v1/realtime?model=alcove-whisper`;
  const socket = new WebSocket(address, { headers });
  const events: { type: string; transcript?: string }[] = [];
  socket.on('message', (data) => events.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const args = ['-v', 'error', '-i', 'e2e/data/librispeech-1688.flac', '-ac', '1', '-ar', '16000'];
  const pcm = execFileSync('ffmpeg', [...args, '-f', 's16le', '-'], { maxBuffer: 1e9 });
  const input = {
    format: { type: 'audio/pcm', rate: 16_000 },
    transcription: { model: 'alcove-whisper' },
    turn_detection: null,
  };
  const send = (event: object) => socket.send(JSON.stringify(event));
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  send({ type: 'input_audio_buffer.append', audio: pcm.toString('base64') });
  send({ type: 'input_audio_buffer.commit' });
  const texts = () => events.flatMap(({ transcript = '' }) => transcript).join(' ');
  await expect.poll(texts, { timeout: 200_000 }).toMatch(/\w+ \w+ \w+/);
  process.stdout.write(`${texts()}\n`);
  socket.close();
});

test('a killed browser loses requests in flight, but no stored data', FULL, async () => {
  test.setTimeout(600_000);
  const stored = await call('/v1/responses', { model: 'alcove-guide', input: 'Hello' });
  const { id } = (await stored.json()) as { id: string };
  for (let i = 0; i < times(10, 1); i++) {
    const [browser = 0] = browserPids();
    const response = await call('/v1/chat/completions', { ...LONG, stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    const start = performance.now();
    signal([browser], 'SIGKILL');
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    expect(performance.now() - start).toBeLessThan(2_000 * patience());
    expect(text).toContain('engine_unavailable');
    // Without intervention the browser is restarted and still has its key and the response.
    await expect
      .poll(async () => (await call(`/v1/responses/${id}`)).status, { timeout: 60_000 })
      .toBe(200);
    expect((await call('/v1/chat/completions', QUESTION)).status).toBe(200);
  }
});

test('after a sleep of the browser or the server the next request is answered', FULL, async () => {
  test.setTimeout(300_000);
  for (const sleepers of [() => browserPids(), () => [server.pid]]) {
    const inFlight = call('/v1/chat/completions', { ...QUESTION, stream: true });
    const pids = sleepers();
    signal(pids, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    signal(pids, 'SIGCONT');
    const ended = await (await inFlight).text();
    expect(ended).toMatch(/\[DONE\]|engine_unavailable/);
    await expect
      .poll(async () => (await call('/v1/chat/completions', QUESTION)).status, { timeout: 60_000 })
      .toBe(200);
  }
});
