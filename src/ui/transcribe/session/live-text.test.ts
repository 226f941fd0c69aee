import { expect, onTestFinished, test, vi } from 'vitest';
import { toWav } from '#base/audio.ts';
import type { KnownVoice } from '#storage/transcript-records.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { LiveText, type Spoken } from './live-text.ts';

const OPTIONS = { model: 'm', language: null, translate: false, speakerCount: { min: 1, max: 4 } };

/** A session whose events the test sends. */
async function open(voices: readonly KnownVoice[] = []) {
  const { ports } = await createTestPorts();
  await ports.store.database.knownVoices.bulkAdd([...voices]);
  const sent: string[] = [];
  const socket = {
    readyState: 1,
    send: (data: string) => sent.push(data),
    close: () => {},
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: string }) => void) | null,
    onclose: null,
  };
  ports.realtime = async () => socket as never;
  const live = new LiveText(ports);
  await live.start(OPTIONS, 16_000);
  socket.onopen?.();
  const receive = (name: string, fields: object) => {
    const type = /^speech/.test(name)
      ? `input_audio_buffer.${name}`
      : `conversation.item.input_audio_transcription.${name}`;
    socket.onmessage?.({ data: JSON.stringify({ type, item_id: 'i', ...fields }) });
  };
  const shown = () =>
    live.state
      .getState()
      .spoken.map(({ text, speaker, isEdited }) =>
        [speaker === null ? '?' : 'AB'[speaker], text.trim(), ...(isEdited ? ['mine'] : [])].join(
          ' ',
        ),
      );
  return { live, sent, receive, shown };
}

test('an utterance becomes paragraphs by speaker, while it is spoken and at its end', async () => {
  const { sent, receive, shown } = await open();
  expect(sent[0]).toContain('"diarize":true,"min_speakers":1,"max_speakers":4');
  receive('speech_started', { audio_start_ms: 1_000 });
  receive('delta', { delta: ' One two.' });
  receive('delta', { delta: ' Three four. Five' });
  expect(shown()).toEqual(['? One two. Three four. Five']);
  receive('segment', { id: 's1', text: ' One two.', start: 1, end: 2, speaker: 'A' });
  expect(shown()).toEqual(['A One two.', '? Three four. Five']);
  receive('delta', { delta: ' six.' });
  expect(shown()).toEqual(['A One two.', '? Three four. Five six.']);
  receive('speech_stopped', { audio_end_ms: 6_000 });
  receive('completed', { transcript: 'One two. Three four. Five six!' });
  receive('segment', { id: 's2', text: 'Three four.', start: 2, end: 4, speaker: 'B' });
  receive('segment', { id: 's3', text: ' Five six!', start: 4, end: 6, speaker: 'A' });
  expect(shown()).toEqual(['A One two.', 'B Three four.', 'A Five six!']);
  // One turn is found to be two.
  receive('segment', { id: 's1', text: ' One', start: 1, end: 1.5, speaker: 'B' });
  receive('segment', { id: 's4', text: ' two.', start: 1.5, end: 2, speaker: 'A' });
  expect(shown()).toEqual(['B One', 'A two.', 'B Three four.', 'A Five six!']);
});

test('what a person writes is neither replaced nor repeated by what comes later', async () => {
  const { live, receive, shown } = await open();
  receive('speech_started', { audio_start_ms: 1_000 });
  receive('delta', { delta: ' One two' });
  const at = (id: string) => live.state.getState().spoken.find((one) => one.id === id) as Spoken;
  expect(live.rewrite(at('i'), 'Too early')).toBeNull();
  receive('speech_stopped', { audio_end_ms: 3_000 });
  receive('completed', { transcript: 'One two' });
  expect(live.rewrite(at('i'), ' 1, 2 ')).toEqual({ start: 1, end: 3, text: '1, 2' });
  receive('segment', { id: 's1', text: ' One', start: 1, end: 2, speaker: 'A' });
  receive('segment', { id: 's2', text: ' two', start: 2, end: 3, speaker: 'B' });
  expect(shown()).toEqual(['A 1, 2 mine']);
  receive('speech_started', { item_id: 'j', audio_start_ms: 5_000 });
  receive('delta', { item_id: 'j', delta: ' Three.' });
  receive('speech_stopped', { item_id: 'j', audio_end_ms: 6_000 });
  receive('completed', { item_id: 'j', transcript: 'Three.' });
  receive('segment', { item_id: 'j', id: 's3', text: ' Three.', start: 5, end: 6, speaker: 'B' });
  expect(live.rewrite(at('s3'), 'Free.')).toEqual({ start: 5, end: 6, text: 'Free.' });
  receive('segment', { item_id: 'j', id: 's3', text: ' Three.', start: 5, end: 6, speaker: 'A' });
  expect(shown()).toEqual(['A 1, 2 mine', 'A Free. mine']);
});

test('a correction that was begun before its paragraph became parts takes their place', async () => {
  const { live, receive, shown } = await open();
  receive('speech_started', { audio_start_ms: 1_000 });
  receive('delta', { delta: ' One two' });
  receive('speech_stopped', { audio_end_ms: 3_032 });
  receive('completed', { transcript: 'One two' });
  const whole = live.state.getState().spoken[0] as Spoken;
  receive('segment', { id: 's1', text: 'One two', start: 1, end: 3.0324, speaker: 'A' });
  const part = live.state.getState().spoken[0] as Spoken;
  receive('segment', { id: 's1', text: 'One', start: 1, end: 2, speaker: 'A' });
  receive('segment', { id: 's2', text: ' two', start: 2, end: 3.0324, speaker: 'B' });
  expect(live.rewrite(part, 'One, two!')).toMatchObject({ start: 1, text: 'One, two!' });
  expect(shown()).toEqual(['A One, two! mine']);
  expect(live.rewrite(whole, 'All of it.')).toMatchObject({ start: 1, end: 3.032 });
  expect(shown()).toEqual(['? All of it. mine']);
  receive('segment', { id: 's2', text: ' two', start: 2, end: 3.0324, speaker: 'A' });
  expect(shown()).toEqual(['A All of it. mine']);
});

test('times count from the start of the recording, which began before the session got its sound', async () => {
  const { live, receive } = await open();
  live.push(new Float32Array(1_600), 1.6);
  live.push(new Float32Array(1_600), 1.7);
  receive('speech_started', { audio_start_ms: 500 });
  receive('delta', { delta: ' One' });
  receive('speech_stopped', { audio_end_ms: 1_000 });
  receive('completed', { transcript: 'One' });
  expect(live.state.getState().spoken[0]).toMatchObject({ start: 2, end: 2.5 });
  receive('segment', { id: 's1', text: 'One', start: 0.5, end: 1, speaker: 'A' });
  expect(live.state.getState().spoken[0]).toMatchObject({ id: 's1', start: 2, end: 2.5 });
});

test('a known voice has its name, and another speaker a number that is not its letter', async () => {
  const clip = toWav(new Float32Array(48_000));
  const { live, sent, receive } = await open([
    { id: 'v', name: 'Ana', clip, source: 'talk.wav', addedAt: 1 },
  ]);
  const { session } = JSON.parse(sent[0] ?? '{}');
  expect(session.audio.input.transcription).toMatchObject({
    known_speaker_names: ['Ana'],
    known_speaker_references: [expect.stringMatching(/^data:audio\/wav;base64,UklGR/)],
  });
  receive('segment', { id: 's1', text: 'One', start: 1, end: 2, speaker: 'A' });
  receive('segment', { id: 's2', text: ' two', start: 2, end: 3, speaker: 'Ana' });
  receive('segment', { id: 's3', text: ' three', start: 3, end: 4, speaker: 'B' });
  const names = () => live.state.getState().spoken.map(({ speaker, name }) => [speaker, name]);
  expect(names()).toEqual([
    [0, 'Speaker 1'],
    [1, 'Ana'],
    [2, 'Speaker 2'],
  ]);
  // More of a voice shows whose it is.
  receive('segment', { id: 's1', text: 'One', start: 1, end: 2, speaker: 'Ana' });
  expect(names()[0]).toEqual([1, 'Ana']);
});

test('a known voice that cannot be read leaves the text on, and speakers with numbers', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { live, receive, shown } = await open();
  receive('alcove.model.ready', {});
  const param = 'session.audio.input.transcription.known_speaker_references[0]';
  receive('error', { error: { param } });
  receive('segment', { id: 's1', text: 'One', start: 1, end: 2, speaker: 'A' });
  expect(shown()).toEqual(['A One']);
  expect(live.state.getState()).toMatchObject({ status: 'on', lacksSpeakers: false });
  receive('error', { error: { param: 'model' } });
  expect(live.state.getState().status).toBe('failed');
  expect(report).toHaveBeenCalledTimes(2);
});
