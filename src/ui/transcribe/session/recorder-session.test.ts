import { expect, test, vi } from 'vitest';
import { type TranscriptionOptions, Transcripts } from '#storage/transcripts.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { useShell } from '#ui/state/shell.ts';
import type { Spoken } from './live-text.ts';
import { RecorderSession } from './recorder-session.ts';

const OPTIONS: TranscriptionOptions = {
  model: 'scripted-speech',
  language: null,
  translate: false,
};

/** A microphone with scripted audio. */
async function open() {
  const { ports, toasts, database } = await createTestPorts();
  let now = Date.UTC(2026, 10, 23, 3, 56);
  ports.clock = () => now;
  const parts: Blob[] = [];
  let receive = (_: Blob) => {};
  let unplug = () => {};
  let push = (_: Float32Array) => {};
  const recorder = new RecorderSession(ports, async (onPart, onEnd) => {
    receive = (part) => {
      parts.push(part);
      onPart(part);
    };
    unplug = onEnd;
    return {
      pause: () => {},
      resume: () => {},
      stop: async () => new Blob(parts, { type: 'audio/webm' }),
      level: () => 0.5,
      listen: async (onSamples) => {
        push = onSamples;
        return 16_000;
      },
    };
  });
  const added: File[] = [];
  const chosen: TranscriptionOptions[] = [];
  const notes: unknown[] = [];
  const add = async (
    files: readonly File[],
    options: TranscriptionOptions,
    _state?: string,
    ownNotes?: unknown,
  ) => {
    added.push(...files);
    chosen.push(options);
    notes.push(ownNotes);
  };
  return {
    recorder,
    ports,
    added,
    chosen,
    notes,
    add,
    toasts,
    start: (options = OPTIONS) => recorder.start(add, options),
    say: (text: string) => receive(new Blob([text])),
    unplug: () => unplug(),
    /** The sound of a voice, and a pause after it. */
    talk: (seconds: number) => {
      const voice = Float32Array.from({ length: 16_000 * seconds }, (_, i) =>
        // It comes and goes, as a voice does.
        i % 4_000 < 3_000 ? Math.sin(i / 5) / 2 : 0,
      );
      for (const sound of [new Float32Array(8_000), voice, new Float32Array(32_000)]) push(sound);
    },
    pass: (ms: number) => {
      now += ms;
    },
    parts: () => database.recordingParts.count(),
    /** Nothing can be stored any more. */
    fill: () => {
      database.recordingParts.hook('creating', () => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    },
  };
}

test('a recording is named by its date, its time leaves pauses out, and its parts go when it is stored', async () => {
  const { recorder, added, add, start, say, pass, parts } = await open();
  await start();
  expect(useShell.getState().badge).toBe('● 0:00');
  say('one ');
  await expect.poll(parts).toBe(1);
  pass(12_000);
  recorder.pause();
  expect(recorder.state.getState()).toMatchObject({ phase: 'paused', seconds: 12 });
  expect(useShell.getState().badge).toBe('‖ 0:12');
  pass(60_000);
  recorder.resume();
  pass(3_000);
  recorder.pause();
  expect(recorder.state.getState().seconds).toBe(15);
  recorder.resume();
  say('two');
  await recorder.stop(add);
  expect(recorder.state.getState().phase).toBe('idle');
  expect(useShell.getState().badge).toBeNull();
  const [file] = added;
  expect(file?.name).toMatch(/^Recording 2[234] Nov, \d\d:56$/);
  expect(await file?.text()).toBe('one two');
  expect(await parts()).toBe(0);
});

test('text appears while it records, is cleared at its end, and a pause does not end it', async () => {
  const { recorder, add, added, start, say, talk } = await open();
  await start();
  const { state } = recorder.live;
  await expect.poll(() => state.getState().status).toBe('on');
  talk(3);
  await expect.poll(() => state.getState().spoken.length, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => state.getState().spoken[0]?.text).toMatch(/\w/);
  recorder.pause();
  expect(state.getState().spoken).toHaveLength(1);
  recorder.resume();
  say('one');
  await recorder.stop(add);
  expect(state.getState()).toMatchObject({ status: 'off', spoken: [] });
  expect(added).toHaveLength(1);
});

test('words that are spoken while the session opens become text', async () => {
  const { recorder, ports, add, start, talk } = await open();
  const { realtime } = ports;
  let isWanted = () => {};
  const wanted = new Promise<void>((resolve) => {
    isWanted = resolve;
  });
  ports.realtime = async (...session) => {
    await wanted;
    return realtime(...session);
  };
  const started = start();
  await expect.poll(() => recorder.live.state.getState().status).toBe('starting');
  talk(3);
  isWanted();
  await started;
  const spoken = () => recorder.live.state.getState().spoken;
  await expect.poll(() => spoken()[0]?.text, { timeout: 10_000 }).toMatch(/\w/);
  await recorder.stop(add);
});

test('a session that opens after the recording has ended is closed', async () => {
  const { recorder, ports, add, start } = await open();
  const { realtime } = ports;
  let isWanted = () => {};
  const wanted = new Promise<void>((resolve) => {
    isWanted = resolve;
  });
  let socket: Awaited<ReturnType<typeof realtime>> | undefined;
  ports.realtime = async (...session) => {
    await wanted;
    socket = await realtime(...session);
    return socket;
  };
  const started = start();
  await expect.poll(() => recorder.live.state.getState().status).toBe('starting');
  await recorder.stop(add);
  isWanted();
  await started;
  expect(socket?.readyState).toBeGreaterThan(1);
  expect(recorder.live.state.getState().status).toBe('off');
});

test('the language that is chosen is the language of its text and of its transcript', async () => {
  const { recorder, ports, add, chosen, start } = await open();
  const { realtime } = ports;
  const sent: string[] = [];
  ports.realtime = async (...session) => {
    const socket = await realtime(...session);
    const send = socket.send.bind(socket);
    socket.send = (data) => {
      sent.push(data);
      send(data);
    };
    return socket;
  };
  await start({ ...OPTIONS, language: 'de', speakerCount: { min: 2, max: 2 } });
  await expect.poll(() => sent[0]).toContain('"language":"de"');
  await recorder.stop(add);
  expect(chosen[0]).toMatchObject({ language: 'de', speakerCount: { min: 2, max: 2 } });
});

test('who speaks is shown while it is recorded, where the number of people is chosen', async () => {
  const { recorder, add, start, talk } = await open();
  await start({ ...OPTIONS, speakerCount: { min: 1, max: 3 } });
  talk(3);
  const spoken = () => recorder.live.state.getState().spoken;
  await expect.poll(() => spoken()[0]?.speaker, { timeout: 10_000 }).toBe(0);
  expect(spoken()[0]).toMatchObject({ isDone: true, isEdited: false });
  await recorder.stop(add);
});

test('marks and corrections belong to the recording, also of a page that dies', async () => {
  const { recorder, ports, add, notes, start, say, talk, pass } = await open();
  await start();
  say('one');
  pass(4_000);
  const mark = recorder.mark();
  pass(2_000);
  recorder.note(recorder.mark(), null);
  recorder.note(mark, ' the price ');
  talk(3);
  const spoken = () => recorder.live.state.getState().spoken;
  await expect.poll(() => spoken()[0]?.isDone, { timeout: 10_000 }).toBe(true);
  const [first] = spoken();
  recorder.rewrite(first as Spoken, 'What she said.');
  recorder.rewrite(spoken()[0] as Spoken, 'What she really said.');
  expect(spoken()[0]).toMatchObject({ text: 'What she really said.', isEdited: true });
  const edit = { start: first?.start, end: first?.end, text: 'What she really said.' };
  const expected = { marks: [{ id: mark, second: 4, text: 'the price' }], edits: [edit] };
  const stored = () => ports.store.database.recordingNotes.toArray();
  await expect.poll(async () => (await stored())[0]).toMatchObject(expected);
  const dead = new Transcripts(ports.store.database);
  await recorder.stop(add);
  expect(notes[0]).toEqual(expected);
  expect(await stored()).toEqual([]);
  // The same of a page that has died.
  await dead.savePart('lost', new Blob(['two'], { type: 'audio/webm' }));
  await dead.saveNotes({ id: 'lost', ...expected, edits: [{ start: 1, end: 2, text: 'x' }] });
  await dead.recoverRecordings(OPTIONS, 0);
  const [recovered] = await dead.list();
  expect(recovered).toMatchObject({ marks: expected.marks, edits: [{ text: 'x' }] });
  expect(await stored()).toEqual([]);
});

test('a service without text does not end the recording', async () => {
  const { recorder, ports, add, added, start, say } = await open();
  ports.realtime = () => Promise.reject(new Error('no host'));
  vi.stubGlobal('reportError', () => {});
  await start();
  expect(recorder.live.state.getState().status).toBe('failed');
  expect(recorder.state.getState().phase).toBe('recording');
  say('one');
  await recorder.stop(add);
  expect(await added[0]?.text()).toBe('one');
});

test('a recording that cannot be stored stays in parts for the next visit', async () => {
  const { recorder, start, say, parts, toasts } = await open();
  await start();
  say('one');
  await expect.poll(parts).toBe(1);
  const full = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
  await recorder.stop(full);
  expect(await parts()).toBe(1);
  expect(toasts).toHaveLength(1);
});

test('a full disk is named while it records, and the recording can be saved as a file', async () => {
  const { recorder, start, say, toasts, fill } = await open();
  fill();
  await start();
  say('one');
  say('two');
  await expect.poll(() => toasts.length).toBe(1);
  expect(toasts[0]?.text).toMatch(/^The recording is in memory only: There is no storage left/);
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  await recorder.stop(full);
  expect(toasts[1]).toMatchObject({ stays: true, action: { label: 'Save as file' } });
});

test('a discarded recording comes back with Undo', async () => {
  const { recorder, add, added, start, say, parts, toasts } = await open();
  await start();
  say('one');
  await recorder.discard(add);
  expect(await parts()).toBe(0);
  expect(added).toEqual([]);
  await toasts[0]?.action?.run();
  expect(await added[0]?.text()).toBe('one');
});

test('a disconnected microphone ends the recording and saves it', async () => {
  const { added, start, say, unplug } = await open();
  await start();
  say('one');
  unplug();
  await expect.poll(() => added.length).toBe(1);
});

test('a refused microphone is explained', async () => {
  const { ports } = await createTestPorts();
  const recorder = new RecorderSession(ports, () => {
    return Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await recorder.start(async () => {}, OPTIONS);
  expect(recorder.state.getState()).toMatchObject({ phase: 'idle' });
  expect(recorder.state.getState().problem).toContain('blocked');
});
