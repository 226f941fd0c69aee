import { expect, test } from 'vitest';
import { parseClock, shortClock } from './clock.ts';
import { widthOf } from './join-texts.ts';
import { checkCues, settleCues, toCues } from './subtitles.ts';
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

test('a word longer than a line is cut', () => {
  const [cue] = toCues([{ text: 'antidisestablishment', start: 0, end: 1 }], 10);
  expect(cue?.text).toBe('antidisest\nablishment');
});

test.each([
  [
    'Chinese',
    '我们在这台设备上把录音变成文字，录音不会离开它，这样既安全又方便，大家都可以放心使用它来写字幕。',
  ],
  [
    'Japanese',
    'この装置の上で録音を文字にします。録音はここから出ません。だから安心して使うことができるのです。',
  ],
  ['Thai', 'เราเปลี่ยนเสียงเป็นข้อความบนเครื่องนี้ และเสียงที่บันทึกไว้จะไม่ออกจากเครื่องเลยแม้แต่ครั้งเดียว'],
])('subtitles of %s are broken between words, and no longer than a line', (_, text) => {
  const cues = toCues([{ text, start: 0, end: 14 }], 42);
  const lines = cues.flatMap((cue) => cue.text.split('\n'));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => widthOf(line) <= 42)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  expect(lines.some((line) => /^[，。、]/.test(line))).toBe(false);
});

test('texts of languages without spaces are joined without them', () => {
  const segments = ['录音在设备上，', '这样既安全', ' and fast,', ' too.'].map((text, i) => ({
    ...{ text, start: i, end: i + 1, speaker: null },
  }));
  expect(writeTranscript({ ...transcript, segments }, 'txt', none)).toBe(
    '录音在设备上，这样既安全 and fast, too.\n',
  );
});

test('cues begin and end with their words, also behind a pause', () => {
  const words = ['ask', 'not', 'what', 'your', 'country', 'can', 'do', 'for', 'you.'].map(
    (text, i) => ({
      text,
      start: i < 5 ? i : i + 10,
      end: (i < 5 ? i : i + 10) + 0.5,
      probability: 1,
    }),
  );
  const text = words.map((word) => word.text).join(' ');
  const cues = toCues([{ text, start: 0, end: 18.5, words }], 12);
  expect(cues.map((cue) => [cue.text, cue.start, cue.end])).toEqual([
    ['ask not what\nyour country', 0, 4.5],
    ['can do for\nyou.', 15, 18.5],
  ]);
});

test('subtitles stay long enough to be read, and those that are too fast are named', () => {
  const cue = (start: number, end: number, text: string) => ({ start, end, text });
  const long = 'a'.repeat(40);
  const settled = settleCues([
    cue(0, 0.4, 'Short.'),
    cue(5, 5.6, long),
    cue(8.3, 9, 'Next, behind a pause that would flicker.'),
    cue(9.3, 9.6, long),
    cue(9.8, 10.5, 'Right behind.'),
    cue(20, 30, 'Slow, to its last word.'),
    cue(30.4, 34, 'Two people'),
    cue(31, 35, 'speak together.'),
  ]);
  const times = settled.map(({ start, end }) => [start, Math.round(end * 1_000) / 1_000]);
  expect(times).toEqual([
    [0, 1],
    [5, 7],
    [8.3, 9.217],
    [9.3, 9.717],
    [9.8, 10.8],
    [20, 30],
    [30.4, 34],
    [31, 35],
  ]);
  const { fast, short, long: stays } = checkCues(settled);
  expect(fast.map(({ start }) => start)).toEqual([8.3, 9.3]);
  expect(short.map(({ start }) => start)).toEqual([8.3, 9.3]);
  expect(stays.map(({ start }) => start)).toEqual([20]);
  const slow = toCues([cue(0, 12, `${'a'.repeat(20)} ${'b'.repeat(20)}`)], 20);
  expect(slow.map(({ text }) => text)).toEqual(['a'.repeat(20), 'b'.repeat(20)]);
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
