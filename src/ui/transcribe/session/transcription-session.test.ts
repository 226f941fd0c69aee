import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { deferred } from '#base/promises.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { addSample } from './add-sample.ts';
import { TranscriptionSession } from './transcription-session.ts';

const RATE = 16_000;
const OPTIONS: TranscriptionOptions = {
  model: 'scripted-speech',
  language: null,
  translate: false,
};

/** Noise, so that it is not detected as silence. */
function recording(name: string, seconds: number): File {
  let seed = 7;
  const samples = Float32Array.from({ length: seconds * RATE }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.6;
  });
  return new File([toWav(samples, RATE)], name, { type: 'audio/wav' });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function open(options: Parameters<typeof createTestPorts>[0] = {}) {
  const service = await createTestPorts(options);
  const session = new TranscriptionSession(service.ports);
  const states = async () => (await session.transcripts.list()).map((r) => [r.name, r.state]);
  const until = async (...wanted: string[][]) => {
    await expect.poll(states, { timeout: 20_000 }).toEqual(wanted);
  };
  return { ...service, session, until };
}

test('transcription queue: recordings are transcribed in order, with times, waveform and length', async () => {
  const { session, until, ledger } = await open();
  await session.add([recording('a.wav', 3), recording('b.wav', 65)], OPTIONS);
  await until(['a.wav', 'done'], ['b.wav', 'done']);
  const [first, second] = await session.transcripts.list();
  expect(first?.seconds).toBeCloseTo(3, 1);
  expect(second?.windowsDone).toBeGreaterThan(1);
  const segments = await session.transcripts.segments(second?.id ?? '');
  expect(segments.at(-1)?.end).toBeCloseTo(65, 0);
  expect((await session.transcripts.peaks(second?.id ?? '')).length).toBe(65 * 25);
  const rows = await ledger.recent(10);
  expect(rows.map((row) => [row.endpoint, row.model, row.status])).toEqual([
    ['transcriptions', 'scripted-speech', 200],
    ['transcriptions', 'scripted-speech', 200],
  ]);
  expect(rows[0]?.completionTokens).toBeGreaterThan(0);
});

test('transcription queue: a recording over the limit of its key fails and says so', async () => {
  const { session, until, keys, stored } = await open();
  await keys.setLimits(stored.id, { requestsPerMinute: 1 });
  await session.add([recording('a.wav', 1), recording('b.wav', 1)], OPTIONS);
  await until(['a.wav', 'done'], ['b.wav', 'failed']);
  const [, refused] = await session.transcripts.list();
  expect(refused?.error).toContain('1 requests per minute');
});

test('transcription queue: a paused recording retains its windows and resumes after the last', async () => {
  const { session, until, ports } = await open();
  const asked: FormData[] = [];
  const paused = deferred();
  const { v1 } = ports;
  ports.v1 = (path, body, signal) => {
    asked.push(body as FormData);
    return v1(path, body, signal);
  };
  await session.add([recording('long.wav', 65)], OPTIONS);
  const { saveWindow } = session.transcripts;
  session.transcripts.saveWindow = async (id, window) => {
    await saveWindow.call(session.transcripts, id, window);
    if (window.index !== 0 || asked.length > 1) return;
    await session.pause(id);
    paused.resolve();
  };
  await paused.promise;
  await until(['long.wav', 'paused']);
  const [row] = await session.transcripts.list();
  expect(row?.windowsDone).toBe(1);
  await session.resume(row?.id ?? '');
  await until(['long.wav', 'done']);
  expect(asked[1]?.get('start_window')).toBe('1');
  expect(Number(asked[1]?.get('start_seconds'))).toBeCloseTo(row?.doneSeconds ?? 0);
  const segments = await session.transcripts.segments(row?.id ?? '');
  const starts = segments.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)]);
});

test('transcription queue: an unreadable file fails once, and the next one is transcribed', async () => {
  const { session, until, ledger } = await open();
  const broken = new File(['no sound at all'], 'broken.mp3', { type: 'audio/mpeg' });
  await session.add([broken, recording('a.wav', 1)], OPTIONS);
  await until(['broken.mp3', 'failed'], ['a.wav', 'done']);
  const [row] = await session.transcripts.list();
  expect(row?.error).toBe(transcribeText.fileNamedSound('.mp3'));
  // A stream is counted once its reader has seen its end.
  const counted = async () => (await ledger.recent(10)).map((r) => r.status).sort();
  await expect.poll(counted).toEqual([200, 400]);
});

test('transcription queue: a file that cannot be stored holds up none of the others', async () => {
  const { session, until, database } = await open();
  const full = new DOMException('No space is left.', 'QuotaExceededError');
  database.recordingFiles.hook('creating', function refuse(this: unknown, _key, { data }) {
    if (data.size > 100_000) throw full;
  });
  const files = [recording('a.wav', 1), recording('large.wav', 4), recording('b.wav', 1)];
  await expect(session.add(files, OPTIONS)).rejects.toThrow('No space is left.');
  await until(['a.wav', 'done'], ['b.wav', 'done']);
});

test('recordings that were deleted before one that cannot be come back by undoing it', async () => {
  const { session, toasts } = await open();
  await session.add([recording('a.wav', 1), recording('b.wav', 1)], OPTIONS);
  const [first, second] = await session.transcripts.list();
  if (!first || !second) throw new Error('They are not there.');
  const { transcripts } = session;
  const remove = transcripts.remove.bind(transcripts);
  transcripts.remove = (id) =>
    id === second.id ? Promise.reject(new Error('The connection is lost.')) : remove(id);
  await expect(session.remove(first, second)).rejects.toThrow('The connection is lost.');
  await toasts.at(-1)?.action?.run();
  expect(await transcripts.list()).toHaveLength(2);
});

test('transcription queue: a host that goes away is asked once more, from the last window', async () => {
  const { session, until, ports } = await open();
  const { v1 } = ports;
  let calls = 0;
  ports.v1 = (...call) => {
    calls++;
    return calls === 1 ? Promise.reject(new Error('The tab was closed.')) : v1(...call);
  };
  await session.add([recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'done']);
  expect(calls).toBe(2);
});

test('transcription queue: without its model and a network a recording waits, and resumes with it', async () => {
  const { session, until, ports } = await open();
  const { v1, network, models } = ports;
  const isOnline = network.isOnline;
  const stopped = new AnswerError('The model stopped.', 'engine_unavailable');
  network.isOnline = () => false;
  models.isMissing = async () => true;
  ports.v1 = () => Promise.reject(stopped);
  let calls = 0;
  const listeners: (() => void)[] = [];
  network.onOnline = (listener) => void listeners.push(listener);
  await session.add([recording('a.wav', 1)], OPTIONS);
  const sentence = transcribeText.waitsForNetwork('Scripted speech');
  await expect.poll(async () => (await session.transcripts.list())[0]?.error).toBe(sentence);
  await until(['a.wav', 'waiting']);
  network.isOnline = isOnline;
  ports.v1 = (...call) => {
    calls++;
    return v1(...call);
  };
  for (const listener of listeners) listener();
  await until(['a.wav', 'done']);
  expect(calls).toBe(1);
});

test('transcription queue: a model that does not start is named, without words of programmers', async () => {
  const { session, until, ports } = await open();
  ports.v1 = () => Promise.reject(new AnswerError('TypeError: x', 'internal_server_error'));
  await session.add([recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'failed']);
  const [row] = await session.transcripts.list();
  expect(row?.error).toBe(transcribeText.modelNotStarted('Scripted speech'));
});

test('transcription queue: undo restores a deleted recording and transcribes it', async () => {
  const { session, until, toasts } = await open();
  await session.add([recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'done']);
  const [row] = await session.transcripts.list();
  if (row) await session.remove(row);
  await until();
  await toasts.at(-1)?.action?.run();
  await until(['a.wav', 'done']);
});

test('transcription queue: the next tab finishes the work of a closed tab', async () => {
  const { session, until, ports } = await open();
  const row = await session.transcripts.add(recording('a.wav', 1), OPTIONS, 0);
  await session.transcripts.update(row.id, { state: 'running' });
  await new TranscriptionSession(ports).recover(OPTIONS);
  await until(['a.wav', 'done']);
});

test('transcription queue: transcribing again can be undone, with the edits there were', async () => {
  const { session, until, toasts } = await open();
  const [id = ''] = await session.add([recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'done']);
  const transcript = session.document(id);
  const close = transcript.open();
  const shown = () => transcript.state.getState().segments?.map((s) => s.text);
  await expect.poll(() => shown()?.length).toBeGreaterThan(0);
  transcript.write(`${id}:0:0`, ' Edited');
  const edited = shown();
  expect(edited?.[0]).toBe(' Edited');
  // Requested before it is stored: no edit is lost.
  await session.transcribeAgain(id, OPTIONS);
  await until(['a.wav', 'done']);
  await expect.poll(shown).not.toContain(' Edited');
  await toasts.find(({ text }) => text === transcribeText.startedAgain)?.action?.run();
  await expect.poll(shown).toEqual(edited);
  close();
});

test('recordings are deleted together and restored together', async () => {
  const { session, until, toasts } = await open();
  await session.add([recording('a.wav', 1), recording('b.wav', 1)], OPTIONS);
  await until(['a.wav', 'done'], ['b.wav', 'done']);
  await session.remove(...(await session.transcripts.list()));
  await until();
  expect(toasts.at(-1)?.text).toBe(transcribeText.deletedMany(2));
  await toasts.at(-1)?.action?.run();
  await until(['a.wav', 'done'], ['b.wav', 'done']);
});

test('a search finds words in all transcripts, in context, and names', async () => {
  const { session, until } = await open();
  const [a = '', b = ''] = await session.add(
    [recording('a.wav', 1), recording('budget.wav', 1)],
    OPTIONS,
  );
  await until(['a.wav', 'done'], ['budget.wav', 'done']);
  const write = async (id: string, text: string) => {
    const close = session.document(id).open();
    await expect.poll(() => session.document(id).state.getState().segments).not.toBeNull();
    session.document(id).write(`${id}:0:0`, text);
    await session.document(id).flush();
    close();
  };
  await write(a, ` ${'words '.repeat(20)}about the Budget of next year${' and so on'.repeat(20)}`);
  await write(b, ' nothing of it');
  const found = await all(session.search(' BUDGET '));
  expect(found.map((f) => [f.recording.name, f.count, f.isNameFound])).toEqual([
    ['budget.wav', 0, true],
    ['a.wav', 1, false],
  ]);
  const [hit] = found[1]?.hits ?? [];
  expect(hit?.match).toBe('Budget');
  expect(hit?.before).toMatch(/^…(?:words )+about the $/);
  expect(hit?.after).toMatch(/^ of next year.*…$/);
  expect(await all(session.search(' '))).toEqual([]);
  expect(await session.firstWords(b)).toMatch(/^nothing of it/);
});

test('several transcripts are exported as an archive with a file for each', async () => {
  const { session, until } = await open();
  await session.add([recording('a.wav', 1), recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'done'], ['a.wav', 'done']);
  const list = await session.transcripts.list();
  const options = { times: false, speakers: false, lineLength: null, pattern: '{name}' };
  const file = await session.export(list, 'txt', options);
  expect(file.name).toBe('Transcripts.zip');
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(Object.keys(entries)).toEqual(['a.txt', 'a 2.txt']);
  expect((await session.export(list.slice(0, 1), 'docx', options)).name).toBe('a.docx');
  const numbered = await session.export(list, 'txt', { ...options, pattern: '{number} {name}' });
  const names = Object.keys(unzipSync(new Uint8Array(await numbered.arrayBuffer())));
  expect(names).toEqual(['1 a.txt', '2 a.txt']);
});

test('the sample is added once, and again opens the one there is', async () => {
  const { session, until } = await open();
  let loads = 0;
  const load = async () => {
    loads++;
    return new Response(await recording('sample', 1).arrayBuffer());
  };
  const id = await addSample(session, OPTIONS, load);
  expect(await addSample(session, OPTIONS, load)).toBe(id);
  expect(loads).toBe(1);
  await until(['Kennedy, inaugural address.mp3', 'done']);
  const gone = async () => new Response(null, { status: 404 });
  const other = { ...OPTIONS, model: 'alcove-whisper' };
  await expect(addSample(session, other, gone)).rejects.toThrow('404');
});

test('a transcript is released when nothing shows it', async () => {
  const { session, until } = await open();
  await session.add([recording('a.wav', 1)], OPTIONS);
  await until(['a.wav', 'done']);
  const [row] = await session.transcripts.list();
  const id = row?.id ?? '';
  const shown = session.document(id);
  const close = shown.open();
  expect(session.document(id)).toBe(shown);
  close();
  await expect.poll(() => session.document(id) === shown).toBe(false);
});

test('what a person wrote while it was recorded stands in the transcript', async () => {
  const { session, until } = await open();
  const notes = {
    marks: [{ id: 'm', second: 1, text: '' }],
    edits: [{ start: 0, end: 3, text: 'Mine.' }],
  };
  await session.add([recording('a.wav', 3)], OPTIONS, 'waiting', notes);
  await until(['a.wav', 'done']);
  const [row] = await session.transcripts.list();
  const id = row?.id ?? '';
  const texts = async () => (await session.transcripts.segments(id)).map(({ text }) => text.trim());
  await expect.poll(texts, { timeout: 10_000 }).toEqual(['Mine.']);
  await expect.poll(async () => (await session.transcripts.get(id))?.edits).toBeUndefined();
  // A page that ended in between does it at the next visit.
  await session.transcripts.update(id, { edits: [{ start: 0, end: 3, text: 'Mine too.' }] });
  await session.recover(OPTIONS);
  await expect.poll(texts, { timeout: 10_000 }).toEqual(['Mine too.']);
  expect((await session.transcripts.get(id))?.edits).toBeUndefined();
  await session.transcripts.mark(id, 0.5);
  await session.transcripts.note(id, 'm', 'price');
  const marks = async () =>
    (await session.transcripts.get(id))?.marks?.map(({ second, text }) => [second, text]);
  expect(await marks()).toEqual([
    [0.5, ''],
    [1, 'price'],
  ]);
  await session.transcripts.note(id, 'm', null);
  expect(await marks()).toEqual([[0.5, '']]);
});
