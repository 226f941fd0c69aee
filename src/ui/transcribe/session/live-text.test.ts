import { expect, test } from 'vitest';
import { createTestPorts } from '#testing/test-ports.ts';
import { LiveText } from './live-text.ts';

const OPTIONS = { model: 'm', language: null, translate: false, speakerCount: { min: 1, max: 4 } };

/** A session whose events the test sends. */
async function open() {
  const { ports } = await createTestPorts();
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
  expect(live.rewrite('i', 'Too early')).toBeNull();
  receive('speech_stopped', { audio_end_ms: 3_000 });
  receive('completed', { transcript: 'One two' });
  expect(live.rewrite('i', ' 1, 2 ')).toEqual({ start: 1, end: 3, text: '1, 2' });
  receive('segment', { id: 's1', text: ' One', start: 1, end: 2, speaker: 'A' });
  receive('segment', { id: 's2', text: ' two', start: 2, end: 3, speaker: 'B' });
  expect(shown()).toEqual(['A 1, 2 mine']);
  receive('speech_started', { item_id: 'j', audio_start_ms: 5_000 });
  receive('delta', { item_id: 'j', delta: ' Three.' });
  receive('speech_stopped', { item_id: 'j', audio_end_ms: 6_000 });
  receive('completed', { item_id: 'j', transcript: 'Three.' });
  receive('segment', { item_id: 'j', id: 's3', text: ' Three.', start: 5, end: 6, speaker: 'B' });
  expect(live.rewrite('s3', 'Free.')).toEqual({ start: 5, end: 6, text: 'Free.' });
  receive('segment', { item_id: 'j', id: 's3', text: ' Three.', start: 5, end: 6, speaker: 'A' });
  expect(shown()).toEqual(['A 1, 2 mine', 'A Free. mine']);
});
