import { beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import { microphoneLock, Transcripts } from '#storage/transcripts.ts';
import { fillDisk } from '#testing/fill-disk.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import type { openMicrophone, Take } from '#ui/kit/open-microphone.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { dictate, recordFor, StoredParts } from './dictation.ts';
import { Recorder } from './use-recorder.ts';

const FILE = new File([new Uint8Array(8)], 'Recording.webm', { type: 'audio/webm' });
const SEGMENTS = [
  { text: ' two birds', start: 0, end: 1.5 },
  { text: ' and a heron', start: 1.5, end: 3 },
];

/** One second at 16 kHz: silence, then the loudest sample. */
function decodesTo(samples: Float32Array): void {
  const audio = {
    length: samples.length,
    duration: samples.length / 16_000,
    numberOfChannels: 1,
    getChannelData: () => samples,
  };
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = async () => audio;
    },
  );
}

async function open(answer: (form: FormData) => object) {
  const { ports } = await createTestPorts();
  const v1 = vi.fn(async (_: string, form: object) => Response.json(answer(form as FormData)));
  const chat = new ChatBook({ ...ports, v1 }).start();
  return { transcripts: new Transcripts(await ports.store.opened), v1, chat };
}

beforeEach(() => {
  decodesTo(Float32Array.from({ length: 16_000 }, (_, i) => (i === 15_999 ? -1 : 0)));
});

test('a dictated recording is stored with the words it was recognised with, and not queued', async () => {
  const { chat, transcripts, v1 } = await open(() => ({
    text: 'two birds and a heron',
    segments: SEGMENTS,
  }));
  await dictate(chat, FILE);
  expect(chat.state.getState().text).toBe('two birds and a heron');
  const [recording] = await transcripts.list();
  expect(recording).toMatchObject({ state: 'done', seconds: 1, windowsDone: 1 });
  expect(chat.state.getState().dictation.recordingId).toBe(recording?.id);
  const segments = await transcripts.segments(recording?.id ?? '');
  expect(segments.map(({ text, start, end }) => ({ text, start, end }))).toEqual([
    { text: 'two birds', start: 0, end: 1.5 },
    { text: 'and a heron', start: 1.5, end: 3 },
  ]);
  const peaks = await transcripts.peaks(recording?.id ?? '');
  expect([peaks.length, peaks[0], peaks[24]]).toEqual([25, 0, 255]);
  expect(v1).toHaveBeenCalledOnce();
});

test('a model without timestamps gives one segment as long as the recording', async () => {
  const { chat, transcripts } = await open((form) => {
    if (form.get('response_format') === 'json') return { text: 'one two' };
    throw new AnswerError('not here', 'invalid_value');
  });
  await dictate(chat, FILE);
  const [recording] = await transcripts.list();
  expect(await transcripts.segments(recording?.id ?? '')).toMatchObject([
    { text: 'one two', start: 0, end: 1 },
  ]);
});

test('a recording that could not be transcribed or decoded waits in Transcribe', async () => {
  const failing = await open(() => {
    throw new AnswerError('The model is gone.', 'engine_unavailable');
  });
  await dictate(failing.chat, FILE);
  expect((await failing.transcripts.list()).map(({ state }) => state)).toEqual(['waiting']);
  expect(failing.chat.state.getState().dictation.problem).toContain('The model is gone.');

  vi.stubGlobal('OfflineAudioContext', undefined);
  const undecodable = await open(() => ({ text: 'words', segments: SEGMENTS }));
  await dictate(undecodable.chat, FILE);
  expect((await undecodable.transcripts.list()).map(({ state }) => state)).toEqual(['waiting']);
  expect(undecodable.chat.state.getState().text).toBe('words');
});

test.each(['write', 'commit'] as const)(
  'dictation with a disk that is full at the %s: the words arrive, and the recording can be saved',
  async (when) => {
    const { chat, transcripts } = await open(() => ({ text: 'two birds', segments: SEGMENTS }));
    const parts = new StoredParts(chat);
    await parts.add(new Blob(['first']));
    const release = fillDisk(when);
    await expect(parts.add(new Blob(['second']))).rejects.toThrow();
    const isStored = await dictate(chat, FILE);
    await parts.end(isStored);
    expect(isStored).toBe(false);
    expect(chat.state.getState()).toMatchObject({
      text: 'two birds',
      dictation: { phase: 'ended', file: FILE, recordingId: null, help: '/settings/data' },
    });
    release();
    const next = await dictate(chat, FILE);
    expect([next, chat.state.getState().dictation.help]).toEqual([true, null]);
    expect(await transcripts.list()).toHaveLength(1);
  },
);

test('a disk that fills while a dictated recording is transcribed costs no words', async () => {
  const { chat, transcripts } = await open(() => {
    fillDisk('commit');
    return { text: 'two birds', segments: SEGMENTS };
  });
  expect(await dictate(chat, FILE)).toBe(true);
  expect(chat.state.getState().text).toBe('two birds');
  expect(chat.state.getState().dictation.phase).toBe('ended');
  expect((await transcripts.list()).map(({ state }) => state)).toEqual(['paused']);
});

/** A microphone that a test speaks into, for a chat model that listens or not. */
async function speakTo(open: typeof openMicrophone = async (onPart) => spoken(onPart)) {
  const { ports } = await createTestPorts();
  const request = vi.spyOn(ports.locks, 'request');
  const v1 = async () => Response.json({ text: 'two birds', segments: SEGMENTS });
  let listens = false;
  const find = () => ({ can: { audio: listens } }) as ReturnType<typeof ports.models.find>;
  const chat = new ChatBook({ ...ports, v1, models: { ...ports.models, find } }).start();
  const recorder = new Recorder(open);
  return {
    chat,
    recorder,
    chooses: (listening: boolean) => {
      listens = listening;
    },
    phase: () => chat.state.getState().dictation.phase,
    /** Resolves once the lock of the microphone was held and is free. */
    async isReleased() {
      const at = request.mock.calls.findIndex(([name]) => name.startsWith(microphoneLock('')));
      expect(at).not.toBe(-1);
      await request.mock.results[at]?.value;
    },
    transcripts: new Transcripts(await ports.store.opened),
  };
}

/** A recording of a few words. */
function spoken(onPart: (part: Blob) => void): Take {
  const said = new Blob(['two birds'], { type: 'audio/webm' });
  onPart(said);
  return {
    pause: () => {},
    resume: () => {},
    level: () => 0,
    stop: async () => said,
    listen: async () => null,
  };
}

test.each(['stopped', 'left'])('a dictation that is %s is stored and transcribed', async (how) => {
  const { chat, recorder, phase, isReleased, transcripts } = await speakTo();
  const work = recordFor(chat, recorder);
  await vi.waitFor(() => expect(recorder.state.getState().isRecording).toBe(true));
  expect(phase()).toBe('recording');
  if (how === 'left') recorder.show(false);
  else recorder.stop();
  await work;
  expect(chat.state.getState().text).toBe('two birds');
  expect(phase()).toBe('ended');
  expect((await transcripts.list()).map(({ state }) => state)).toEqual(['done']);
  await isReleased();
  expect(recorder.isBusy).toBe(false);
});

test('a microphone that is refused, or granted after the page was left, ends the dictation', async () => {
  const refusing = await speakTo(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });
  await recordFor(refusing.chat, refusing.recorder);
  expect(refusing.recorder.state.getState().problem).not.toBeNull();
  const asked = deferred();
  const late = await speakTo(async (onPart) => {
    await asked.promise;
    return spoken(onPart);
  });
  const work = recordFor(late.chat, late.recorder);
  late.recorder.show(false);
  asked.resolve();
  await work;
  for (const { phase, isReleased, transcripts } of [refusing, late]) {
    expect(phase()).toBe('idle');
    await isReleased();
    expect(await transcripts.list()).toEqual([]);
  }
});

test.each([true, false])(
  'whether the model gets the recording is decided when it begins: %s',
  async (listens) => {
    const { chat, recorder, chooses, transcripts } = await speakTo();
    chooses(listens);
    const work = recordFor(chat, recorder);
    await vi.waitFor(() => expect(recorder.state.getState().isRecording).toBe(true));
    chooses(!listens);
    recorder.stop();
    await work;
    expect(await transcripts.list()).toHaveLength(listens ? 0 : 1);
    expect(chat.state.getState().text).toBe(listens ? '' : 'two birds');
    const { database } = chat.ports.store;
    expect(await database.recordingParts.count()).toBe(0);
  },
);
