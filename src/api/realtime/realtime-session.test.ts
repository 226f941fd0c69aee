import { expect, onTestFinished, test, vi } from 'vitest';
import { toWav } from '#base/audio.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { openTestRealtime } from '#testing/test-realtime.ts';
import { RealtimeSession } from './realtime-session.ts';
import { serveRealtime } from './serve-realtime.ts';

const RATE = 24_000;
/** A model is loaded meanwhile. */
const SLOW = { timeout: 10_000 };

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

function requestOf({ key }: Pick<TestApi, 'key'>, model = 'scripted-speech'): Request {
  const headers = { authorization: `Bearer ${key}` };
  return new Request(`http://localhost/v1/realtime?model=${model}`, { headers });
}

/** A session that is open, and how to talk to it. */
async function open(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  const socket = openTestRealtime(api.dependencies, requestOf(api));
  await expect.poll(() => socket.readyState).toBe(1);
  const send = (event: object) => socket.send(JSON.stringify(event));
  const typesOf = () =>
    socket.received.map(({ type }) => String(type).replace(/^.*\.(?=[a-z_]+$)/, ''));
  const whenOf = async (type: string) => {
    await expect.poll(() => typesOf(), { timeout: 10_000 }).toContain(type);
    return socket.received[typesOf().indexOf(type)] as Record<string, unknown>;
  };
  return { api, socket, send, typesOf, whenOf };
}

/** A voice, and a silence that ends what it says, as PCM of 16 bits. */
function talk(): string {
  const samples = Int16Array.from({ length: 4 * RATE }, (_, i) => {
    const isVoice = i > RATE / 2 && i < 2.5 * RATE && i % 6_000 < 4_500;
    return isVoice ? 12_000 * Math.sin(i / 7) : 0;
  });
  return Buffer.from(samples.buffer).toString('base64');
}

test('an utterance is an item: it begins, gets its text, and is complete', async () => {
  const { api, socket, send, typesOf, whenOf } = await open();
  send({ type: 'input_audio_buffer.append', audio: talk() });
  const completed = await whenOf('completed');
  expect(completed['transcript']).toMatch(/\w/);
  expect(completed['usage']).toMatchObject({ type: 'duration' });
  const started = await whenOf('speech_started');
  expect(started['audio_start_ms']).toBeGreaterThan(0);
  expect(completed['item_id']).toBe(started['item_id']);
  const order = ['created', 'speech_started', 'speech_stopped', 'committed', 'completed'];
  expect(typesOf().filter((type) => order.includes(type))).toEqual(order);
  const deltas = socket.received.filter(({ type }) => String(type).endsWith('.delta'));
  expect(
    deltas
      .map(({ delta }) => delta)
      .join('')
      .trim(),
  ).toBe(completed['transcript']);
  for (const { event_id: id } of socket.received) expect(id).toMatch(/^event_/);
  // It is a request for limits and usage.
  await expect.poll(async () => (await api.ledger.recent(1))[0]?.endpoint).toBe('realtime');
});

test('a session is a row of its own, recorded with its events and without its sound', async () => {
  const { api, socket, send, whenOf } = await open({ record: 'programs' });
  send({ type: 'session.update', session: { type: 'transcription' } });
  send({ type: 'input_audio_buffer.append', audio: talk() });
  await whenOf('completed');
  const { session } = (await whenOf('created')) as { session: { id: string } };
  socket.close();
  const rowOf = async () => (await api.ledger.recent(9)).find((r) => r.requestId === session.id);
  await expect.poll(rowOf).toMatchObject({
    endpoint: 'realtime-session',
    model: 'scripted-speech',
    status: 200,
    admitted: false,
  });
  expect((await rowOf())?.totalSeconds).toBeGreaterThan(0);
  await expect.poll(() => api.database.exchanges.get(session.id)).toBeDefined();
  const { request, response, times, path } = (await api.database.exchanges.get(session.id)) ?? {};
  expect(path).toBe('/v1/realtime?model=scripted-speech');
  expect(request?.text).toContain('session.update');
  expect(request?.text).not.toContain('input_audio_buffer.append');
  expect(response?.text.match(/^data: /gm)).toHaveLength(socket.received.length);
  expect(times).toHaveLength(socket.received.length);
});

test('voices of a recorded session are noted by their size, and times end with the text', async () => {
  const { api, socket, send, whenOf } = await open({ record: 'programs' });
  const voice = Buffer.from('a voice').toString('base64').repeat(3);
  const transcription = {
    ...{ diarize: true, known_speaker_names: ['Ana', 'Bo'], prompt: 'p'.repeat(400_000) },
    known_speaker_references: [`data:audio/wav;base64,${voice}`, voice],
  };
  const audio = { input: { transcription } };
  const update = { type: 'session.update', session: { type: 'transcription', audio } };
  for (let i = 0; i < 4; i++) send(update);
  await whenOf('updated');
  const { session } = (await whenOf('created')) as { session: { id: string } };
  socket.close();
  await expect.poll(() => api.database.exchanges.get(session.id)).toBeDefined();
  const { request, response, times } = (await api.database.exchanges.get(session.id)) ?? {};
  expect(request?.text).toContain('["Ana","Bo"]');
  expect(request?.text).toContain('["data:audio/wav (58 characters)","data: (36 characters)"]');
  expect(JSON.stringify([request, response])).not.toContain(voice);
  // The answers are longer than the part of them that is recorded.
  expect(response?.isCut).toBe(true);
  expect(times?.length).toBe(response?.text.match(/^data: /gm)?.length);
  expect(times?.length).toBeLessThan(socket.received.length);
});

test('a page that closes a session and releases its lifeline writes one row', async () => {
  const api = await createTestApi();
  let end = () => {};
  const request = (_: string, __: object, work: () => void) => {
    end = work;
    return new Promise(() => {});
  };
  vi.stubGlobal('navigator', { locks: { request } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const visit = async () => {
    const { port1, port2 } = new MessageChannel();
    const log: string[] = [];
    port1.onmessage = ({ data }) => log.push(data.type);
    serveRealtime(api.dependencies, port2);
    const { url } = requestOf(api);
    port1.postMessage({ type: 'open', url, key: api.key, lifeline: 'page' });
    await expect.poll(() => log).toContain('message');
    port1.postMessage({ type: 'close' });
    await expect.poll(() => log).toContain('closed');
    end();
    port1.close();
  };
  await visit();
  // A second row of the first visit would be there before the one of this.
  await visit();
  await expect.poll(() => api.ledger.recent(9)).toHaveLength(2);
  const ids = (await api.ledger.recent(9)).map(({ requestId }) => requestId);
  expect(new Set(ids).size).toBe(2);
});

test('a session with a wrong key has a row that says why', async () => {
  const api = await createTestApi();
  const request = new Request('http://localhost/v1/realtime', {
    headers: { authorization: 'Bearer alc_wrong' },
  });
  await expect(
    RealtimeSession.open(api.dependencies, request, { send: () => {} }),
  ).rejects.toMatchObject({ status: 401 });
  await expect
    .poll(() => api.ledger.recent(1))
    .toMatchObject([{ endpoint: 'realtime-session', status: 401, keyId: '' }]);
});

test('a session is described as it was changed', async () => {
  const { send, whenOf } = await open();
  const input = {
    format: { type: 'audio/pcm', rate: 16_000 },
    transcription: { model: 'scripted-speech', language: 'en', prompt: 'names' },
    turn_detection: null,
  };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  const { session } = await whenOf('updated');
  expect(session).toMatchObject({ type: 'transcription', audio: { input } });
});

test('without turn detection the client ends utterances, and clears sound', async () => {
  const { send, typesOf, whenOf } = await open();
  const audio = { input: { turn_detection: null } };
  send({ type: 'session.update', session: { type: 'transcription', audio } });
  send({ type: 'input_audio_buffer.append', audio: talk() });
  await whenOf('provisional');
  expect(typesOf()).not.toContain('completed');
  send({ type: 'input_audio_buffer.commit' });
  await whenOf('completed');
  send({ type: 'input_audio_buffer.clear' });
  await whenOf('cleared');
});

test.each([
  ['text', 'no JSON', { code: 'invalid_json', param: null }],
  ['an unknown event', { type: 'response.create' }, { code: 'invalid_value', param: 'type' }],
  [
    'no audio',
    { type: 'input_audio_buffer.append' },
    { code: 'missing_required_parameter', param: 'audio' },
  ],
  [
    'audio that is not base64',
    { type: 'input_audio_buffer.append', audio: '!' },
    { code: 'invalid_base64', param: 'audio' },
  ],
  [
    'a model that does not transcribe',
    {
      type: 'session.update',
      session: {
        type: 'transcription',
        audio: { input: { transcription: { model: 'scripted-chat' } } },
      },
    },
    { code: 'model_not_compatible', param: 'model' },
  ],
  [
    'a conversation',
    { type: 'session.update', session: { type: 'realtime' } },
    { code: 'invalid_value', param: 'session.type' },
  ],
])('%s is an error event that names the client’s event', async (_, event, expected) => {
  const { socket, whenOf } = await open();
  const named = typeof event === 'string' ? event : JSON.stringify({ ...event, event_id: 'mine' });
  socket.send(named);
  const { error } = await whenOf('error');
  const event_id = typeof event === 'string' ? null : 'mine';
  expect(error).toMatchObject({ ...expected, type: 'invalid_request_error', event_id });
});

test('a session without a key is refused; one that is closed frees the model', async () => {
  const api = await createTestApi();
  const channel = { send: () => {} };
  const opening = RealtimeSession.open(api.dependencies, requestOf({ key: 'none' }), channel);
  await expect(opening).rejects.toMatchObject({ status: 401 });
  const { api: other, socket, send, whenOf } = await open();
  const audio = { input: { turn_detection: null } };
  send({ type: 'session.update', session: { type: 'transcription', audio } });
  send({ type: 'input_audio_buffer.append', audio: talk() });
  await whenOf('provisional');
  socket.close();
  await expect.poll(() => other.engine.slots.every((slot) => slot.isIdle)).toBe(true);
});

test('a key that is revoked ends with the next utterance', async () => {
  const { api, send, whenOf } = await open();
  await api.keys.revoke(api.stored.id);
  send({ type: 'input_audio_buffer.append', audio: talk() });
  const { error } = await whenOf('error');
  expect(error).toMatchObject({ type: 'invalid_authentication' });
});

test('a session has a list of names of its own, and refuses one that is too long', async () => {
  const { send, whenOf } = await open();
  const update = (vocabulary: string[]) =>
    send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription: { vocabulary } } } },
    });
  update(['Tregarth']);
  expect(await whenOf('updated')).toMatchObject({
    session: { audio: { input: { transcription: { vocabulary: ['Tregarth'] } } } },
  });
  update(['x'.repeat(101)]);
  expect(await whenOf('error')).toMatchObject({
    error: { param: expect.stringContaining('vocabulary') },
  });
});

test('settings that change in an utterance end it, and the next one is written', async () => {
  const { api, send, typesOf, whenOf } = await open();
  const update = () => {
    const audio = { input: { turn_detection: null } };
    send({ type: 'session.update', session: { type: 'transcription', audio } });
  };
  update();
  send({ type: 'input_audio_buffer.append', audio: talk() });
  await whenOf('provisional');
  update();
  await expect.poll(async () => (await api.ledger.recent(1))[0]?.status).toBe(499);
  await expect.poll(() => api.engine.slots.every((slot) => slot.isIdle)).toBe(true);
  send({ type: 'input_audio_buffer.append', audio: talk() });
  send({ type: 'input_audio_buffer.commit' });
  await whenOf('completed');
  expect(typesOf()).not.toContain('error');
});

test('an utterance whose session ends before its turn leaves nothing behind', async () => {
  const { api, socket, send, whenOf } = await open();
  send({ type: 'input_audio_buffer.append', audio: talk() });
  // Its place in the queue is being taken.
  await whenOf('speech_started');
  socket.close();
  await expect.poll(async () => (await api.ledger.recent(1))[0]?.status, SLOW).toBe(499);
  await expect.poll(() => api.engine.slots.every((slot) => slot.isIdle)).toBe(true);
});

test('a wrong key makes nothing wait that runs while the device is idle', async () => {
  const api = await createTestApi();
  const busy: number[] = [];
  api.dependencies.use.onBusy(() => busy.push(1));
  const session = (key: string) => {
    const { port1, port2 } = new MessageChannel();
    const log: string[] = [];
    port1.onmessage = ({ data }) => log.push(data.type);
    serveRealtime(api.dependencies, port2);
    port1.postMessage({ type: 'open', url: requestOf(api).url, key, lifeline: null });
    return { log, port: port1 };
  };
  const refused = session('none');
  await expect.poll(() => refused.log.at(-1)).toBe('closed');
  expect(busy).toEqual([]);
  const taken = session(api.key);
  await expect.poll(() => api.dependencies.use.isBusy).toBe(true);
  taken.port.postMessage({ type: 'close' });
  await expect.poll(() => api.dependencies.use.isBusy).toBe(false);
  const left = session(api.key);
  left.port.postMessage({ type: 'close' });
  await expect.poll(() => left.log.at(-1)).toBe('closed');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(api.dependencies.use.isBusy).toBe(false);
  for (const { port } of [refused, taken, left]) port.close();
});

test('who says what follows an utterance, where the session asks for it', async () => {
  const { send, socket, whenOf } = await open();
  const update = (transcription: object) =>
    send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription } } },
    });
  update({ diarize: true, max_speakers: 3 });
  expect(await whenOf('updated')).toMatchObject({
    session: {
      audio: { input: { transcription: { diarize: true, min_speakers: 1, max_speakers: 3 } } },
    },
  });
  send({ type: 'input_audio_buffer.append', audio: talk() });
  const completed = await whenOf('completed');
  await whenOf('segment');
  const segments = socket.received.filter(({ type }) => String(type).endsWith('.segment'));
  expect(segments.map(({ text }) => text).join(' ')).toBe(completed['transcript']);
  expect(segments.map(({ speaker }) => speaker)).toEqual(['A']);
  for (const segment of segments) expect(segment['item_id']).toBe(completed['item_id']);
  const [first] = segments;
  expect(first?.['start']).toBeGreaterThan(0);
  expect(first?.['end']).toBeGreaterThan(Number(first?.['start']));
});

test('a known voice is called by its name', async () => {
  const { send, whenOf } = await open();
  const { buffer } = new Uint8Array(await toWav(new Float32Array(3 * 16_000)).arrayBuffer());
  const reference = `data:audio/wav;base64,${Buffer.from(buffer).toString('base64')}`;
  const transcription = {
    ...{ diarize: true, known_speaker_names: ['Ana'], known_speaker_references: [reference] },
  };
  const audio = { input: { transcription } };
  send({ type: 'session.update', session: { type: 'transcription', audio } });
  const updated = JSON.stringify(await whenOf('updated'));
  expect(updated).toContain('"known_speaker_names":["Ana"]');
  expect(updated).not.toContain('base64');
  send({ type: 'input_audio_buffer.append', audio: talk() });
  expect(await whenOf('segment')).toMatchObject({ speaker: 'Ana' });
});

test('a bound of speakers that is not named stays', async () => {
  const { send, socket } = await open();
  const update = (transcription: object) =>
    send({
      type: 'session.update',
      session: { type: 'transcription', audio: { input: { transcription } } },
    });
  update({ diarize: true, max_speakers: 3 });
  update({ min_speakers: 2 });
  const last = () => socket.received.filter(({ type }) => type === 'session.updated')[1];
  await expect.poll(last).toMatchObject({
    session: { audio: { input: { transcription: { min_speakers: 2, max_speakers: 3 } } } },
  });
});

test.each([
  [{ num_speakers: 2 }, 'session.audio.input.transcription.diarize'],
  [
    { diarize: true, min_speakers: 3, max_speakers: 2 },
    'session.audio.input.transcription.min_speakers',
  ],
  [{ diarize: true, num_speakers: 51 }, 'session.audio.input.transcription.num_speakers'],
  [{ known_speaker_names: ['Ana'] }, 'session.audio.input.transcription.known_speaker_names'],
  [
    { diarize: true, known_speaker_names: ['Ana'] },
    'session.audio.input.transcription.known_speaker_references',
  ],
  [
    {
      ...{ diarize: true, known_speaker_names: ['Ana'] },
      known_speaker_references: ['data:audio/wav;base64,AAAA'],
    },
    'session.audio.input.transcription.known_speaker_references[0]',
  ],
])('speakers that cannot be counted or named so are refused: %j', async (transcription, param) => {
  const { send, whenOf } = await open();
  const audio = { input: { transcription } };
  send({ type: 'session.update', session: { type: 'transcription', audio } });
  expect(await whenOf('error')).toMatchObject({ error: { param } });
});
