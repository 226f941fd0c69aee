import { expect, test } from 'vitest';
import {
  assignSpeaker,
  changeSegments,
  findSegments,
  mergeSegments,
  overwriteSpans,
  replaceInSegments,
  replaceSpeaker,
  splitSegment,
} from './edit-segments.ts';

const segment = (id: string, text: string, start = 0, end = 10) => {
  return { id, recordingId: 'r', text, start, end, speaker: 's' };
};

test('a split divides the time by length and retains the speaker', () => {
  const { put } = splitSegment(segment('a', ' one two'), 5, 'b');
  expect(put.map((s) => [s.id, s.text, s.speaker])).toEqual([
    ['a', ' one', 's'],
    ['b', ' two', 's'],
  ]);
  expect(put[0]?.end).toBe(put[1]?.start);
  expect(put[1]?.end).toBe(10);
});

test('a split at an edge changes nothing', () => {
  expect(splitSegment(segment('a', ' one'), 0, 'b').put).toEqual([]);
  expect(splitSegment(segment('a', ' one'), 1, 'b').put).toEqual([]);
  expect(splitSegment(segment('a', ' one'), 4, 'b').put).toEqual([]);
});

test('merged, two are one from the first start to the last end', () => {
  const { remove, put } = mergeSegments(segment('a', ' one ', 0, 1), segment('b', ' two', 2, 3));
  expect(remove).toEqual(['b']);
  expect(put).toEqual([{ ...segment('a', ' one two', 0, 3) }]);
});

const over = (speaker: string, start: number, end: number) => ({ speaker, start, end });

test('each half of a split has the overlaps of its time; merged, the segment has both', () => {
  const whole = { ...segment('a', ' one two'), overlaps: [over('b', 1, 2), over('c', 4, 9)] };
  const [first = whole, second = whole] = splitSegment(whole, 5, 'b').put;
  const at = second.start;
  expect(first.overlaps).toEqual([over('b', 1, 2), over('c', 4, at)]);
  expect(second.overlaps).toEqual([over('c', at, 9)]);
  const [merged] = mergeSegments(first, { ...second, speaker: 'c' }).put;
  expect(merged?.overlaps).toEqual([over('b', 1, 2), over('c', 4, at), over('c', at, 9)]);
  const mine = { ...second, overlaps: [over('s', at, 9)] };
  expect(mergeSegments(segment('a', ' one'), mine).put[0]?.overlaps).toEqual([]);
});

test('a segment of the one who spoke at the same time is overlapped by its former speaker', () => {
  const row = { ...segment('a', ' one'), overlaps: [over('b', 1, 2), over('c', 4, 9)] };
  const [now] = assignSpeaker([row], 'b', () => true).put;
  expect([now?.speaker, now?.overlaps]).toEqual(['b', [over('s', 1, 2), over('c', 4, 9)]]);
});

test('a speaker that another one replaces is replaced in overlaps; a removed one leaves none', () => {
  const people = ['s', 'b', 'c'].map((id) => ({ id, name: id }));
  const rows = [
    { ...segment('a', ' one'), overlaps: [over('b', 1, 2), over('c', 4, 9)] },
    { ...segment('d', ' two'), speaker: 'b', overlaps: [over('s', 1, 2)] },
    segment('e', ' three'),
  ];
  const after = (id: string, by: string | null) => {
    const { put, speakers } = replaceSpeaker(rows, people, id, by);
    expect(speakers?.map((one) => one.id)).not.toContain(id);
    return put.map((row) => [row.id, row.speaker, row.overlaps]);
  };
  expect(after('b', 'c')).toEqual([
    ['a', 's', [over('c', 1, 2), over('c', 4, 9)]],
    ['d', 'c', [over('s', 1, 2)]],
  ]);
  expect(after('b', 's')).toEqual([
    ['a', 's', [over('c', 4, 9)]],
    ['d', 's', []],
  ]);
  expect(after('b', null)).toEqual([
    ['a', 's', [over('c', 4, 9)]],
    ['d', null, [over('s', 1, 2)]],
  ]);
});

test('finds and replaces every place, in whatever case, and nothing else', () => {
  const all = [segment('a', ' One one'), segment('b', ' two'), segment('c', ' none')];
  expect(findSegments(all, 'ONE').map((f) => [f.segment.id, f.at])).toEqual([
    ['a', 1],
    ['a', 5],
    ['c', 2],
  ]);
  const { put } = replaceInSegments(all, 'one', 'seven');
  expect(put.map((s) => s.text).sort()).toEqual([' nseven', ' seven seven']);
  expect(replaceInSegments(all, '', 'x').put).toEqual([]);
  expect(replaceInSegments(all, 'two', 'two two').put[0]?.text).toBe(' two two');
});

test('a split and a merge preserve the times of the words', () => {
  const word = (text: string, start: number) => {
    return { word: text, start, end: start + 1, probability: 0.5 };
  };
  const whole = { ...segment('a', ' one two three'), words: [word('one', 0), word('two', 4)] };
  whole.words.push(word('three', 8));
  const { put } = splitSegment(whole, 5, 'b');
  expect(put.map((s) => [s.text, s.start, s.end])).toEqual([
    [' one', 0, 1],
    [' two three', 4, 10],
  ]);
  expect(put.map((s) => s.words?.map((w) => w.start))).toEqual([[0], [4, 8]]);
  const [first, second] = put;
  if (!first || !second) throw new Error('It was not split.');
  expect(mergeSegments(first, second).put[0]).toEqual(whole);
});

test('letters that are longer in lower case move no place behind them', () => {
  const all = [segment('a', ' İstanbul, İzmir: one')];
  expect(findSegments(all, 'one').map(({ at }) => at)).toEqual([18]);
  expect(replaceInSegments(all, 'istanbul', 'Ankara').put[0]?.text).toBe(' Ankara, İzmir: one');
  expect(replaceInSegments(all, 'İzmir', 'Bursa').put[0]?.text).toBe(' İstanbul, Bursa: one');
});

test('words of a person take the place of the words in their stretch, and of no others', () => {
  const timed = (id: string, words: string[], from: number) => ({
    ...segment(id, words.map((word) => ` ${word}`).join(''), from, from + 2 * words.length),
    words: words.map((word, i) => {
      return { word, start: from + 2 * i, end: from + 2 * i + 2, probability: 0.9 };
    }),
  });
  const all = [timed('a', ['one', 'two', 'three', 'four'], 0), timed('b', ['five', 'six'], 8)];
  const texts = (...edits: { start: number; end: number; text: string }[]) =>
    changeSegments(all, overwriteSpans(all, edits)).map(({ text, start, end }) => ({
      text: text.trim(),
      start: Math.round(start),
      end: Math.round(end),
    }));
  // Half of one and half of the next.
  expect(texts({ start: 4, end: 10, text: 'THREE to five' })).toEqual([
    { text: 'one two', start: 0, end: 4 },
    { text: 'THREE to five', start: 4, end: 10 },
    { text: 'six', start: 10, end: 12 },
  ]);
  expect(texts({ start: 0, end: 20, text: 'All of it.' })).toEqual([
    { text: 'All of it.', start: 0, end: 12 },
  ]);
  expect(texts({ start: 8, end: 12, text: '' }).map(({ text }) => text)).toEqual([
    'one two three four',
  ]);
  // Where the model found no words at all.
  expect(texts({ start: 13, end: 14, text: 'Behind.' }).at(-1)).toMatchObject({
    text: 'Behind.',
    start: 13,
  });
  expect(overwriteSpans(all, [{ start: 4, end: 10, text: 'x' }]).put[0]).toMatchObject({
    recordingId: 'r',
    speaker: 's',
  });
  // The second of two corrections next to each other takes no word of the first.
  const near = [{ ...timed('a', ['one', 'two'], 0), end: 4.3 }, { ...timed('b', ['three'], 4.3) }];
  const both = [
    { start: 0, end: 4, text: 'One and a two and three too' },
    { start: 4, end: 8, text: 'Three.' },
  ];
  for (const edits of [both, both.toReversed()]) {
    const after = changeSegments(near, overwriteSpans(near, edits));
    expect(after.map(({ text }) => text.trim())).toEqual(['One and a two and three too', 'Three.']);
  }
  expect(overwriteSpans([], [{ start: 1, end: 2, text: 'Only this.' }]).put).toHaveLength(1);
});
