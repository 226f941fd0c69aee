import { expect, test } from 'vitest';
import { parseClock, shortClock } from './clock.ts';
import { toCues } from './subtitles.ts';
import { type Transcript, writeTranscript } from './write-transcript.ts';

const transcript: Transcript = {
  title: 'A talk',
  language: 'english',
  durationSeconds: 3700,
  translated: false,
  segments: [
    { start: 0.5, end: 1.25, text: ' one "two",', speaker: 'Ann' },
    { start: 3661, end: 3662.5, text: ' three <b>', speaker: null },
  ],
};
const all = { times: true, speakers: true, lineLength: null };
const none = { times: false, speakers: false, lineLength: null };

test('plain text runs on, or has a line for each segment', () => {
  expect(writeTranscript(transcript, 'txt', none)).toBe('one "two", three <b>\n');
  expect(writeTranscript(transcript, 'txt', all)).toBe(
    '[0:00] Ann: one "two",\n[1:01:01] three <b>\n',
  );
});

test('subtitles say who speaks, and VTT escapes text that looks like a tag', () => {
  expect(writeTranscript(transcript, 'srt', all)).toBe(
    '1\n00:00:00,500 --> 00:00:01,250\nAnn: one "two",\n\n2\n01:01:01,000 --> 01:01:02,500\nthree <b>\n',
  );
  expect(writeTranscript(transcript, 'vtt', none)).toContain(
    '01:01:01.000 --> 01:01:02.500\nthree &lt;b&gt;\n',
  );
});

test('a long segment becomes cues of two short lines that share its time in order', () => {
  const text = 'the quick brown fox jumps over the lazy dog and then sleeps for a long while';
  const cues = toCues([{ text, start: 10, end: 20 }], 20);
  expect(cues.length).toBeGreaterThan(1);
  expect(cues.flatMap((c) => c.text.split('\n')).every((line) => line.length <= 20)).toBe(true);
  expect(
    cues
      .map((c) => c.text)
      .join(' ')
      .replaceAll('\n', ' '),
  ).toBe(text);
  expect([cues[0]?.start, cues.at(-1)?.end]).toEqual([10, 20]);
  expect(cues.every((c, i) => i === 0 || c.start === cues[i - 1]?.end)).toBe(true);
});

test('a word longer than a line stays whole', () => {
  expect(toCues([{ text: 'antidisestablishment', start: 0, end: 1 }], 10)).toHaveLength(1);
});

test('JSON is verbose_json with speakers', () => {
  const { segments, ...head } = JSON.parse(writeTranscript(transcript, 'json', all));
  expect(head).toEqual({
    task: 'transcribe',
    language: 'english',
    duration: 3700,
    text: 'one "two", three <b>',
  });
  expect(segments[0]).toEqual({
    id: 0,
    seek: 50,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
    start: 0.5,
    end: 1.25,
    text: ' one "two",',
    speaker: 'Ann',
  });
});

test('CSV quotes values where necessary', () => {
  expect(writeTranscript(transcript, 'csv', all)).toBe(
    'start,end,speaker,text\r\n0.500,1.250,Ann,"one ""two"","\r\n3661.000,3662.500,,three <b>\r\n',
  );
  expect(writeTranscript(transcript, 'csv', none).split('\r\n')[0]).toBe('text');
});

test('Markdown has a heading and a paragraph for each segment', () => {
  expect(writeTranscript(transcript, 'md', all)).toBe(
    '# A talk\n\n`00:00:00` **Ann:** one "two",\n\n`01:01:01` three <b>\n',
  );
});

test('an empty transcript is an empty file of its kind', () => {
  const empty = { ...transcript, segments: [] };
  expect(writeTranscript(empty, 'srt', all)).toBe('');
  expect(writeTranscript(empty, 'vtt', all)).toBe('WEBVTT\n');
});

test('clock times are read as they are written', () => {
  for (const seconds of [0, 59, 60, 3599, 3600, 36_061]) {
    expect(parseClock(shortClock(seconds))).toBe(seconds);
  }
  expect(parseClock('one')).toBeNull();
});
