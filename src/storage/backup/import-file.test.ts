import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { exportChosen } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { writeDocx } from '#transcript-formats/docx.ts';
import type { SpokenSegment } from '#transcript-formats/segment.ts';
import {
  type TranscriptFormat,
  type WriteOptions,
  writeTranscript,
} from '#transcript-formats/write-transcript.ts';
import { importFile } from './import-file.ts';
import { memorySink } from './sink.ts';

const open = () => new AlcoveDatabase(`import-${crypto.randomUUID()}`);
const addAll = (database: AlcoveDatabase, file: File) =>
  importFile(database, file, {
    model: 'm',
    passphrase: null,
    openSink: async () => memorySink(),
    onProgress: () => {},
  });
const add = async (database: AlcoveDatabase, file: File) => (await addAll(database, file))[0];

const words = (...all: [text: string, start: number, end: number][]) =>
  all.map(([text, start, end]) => ({ text, start, end, probability: 0.5 }));
const SPOKEN: SpokenSegment[] = [
  {
    text: ' A heron & a <pond>.',
    start: 0.5,
    end: 2,
    speaker: 'Ada',
    words: words(
      [' A', 0.5, 0.6],
      [' heron', 0.6, 1],
      [' &', 1, 1.1],
      [' a', 1.1, 1.2],
      [' <pond>.', 1.2, 2],
    ),
  },
  { text: ' It waits: all day.', start: 3661.25, end: 3663, speaker: null },
];

function exported(format: TranscriptFormat, options: Partial<WriteOptions> = {}): File {
  const text = writeTranscript(
    {
      title: 'Birds',
      recording: { id: 'rec', name: 'Birds.wav', model: 'alcove-whisper' },
      language: 'english',
      durationSeconds: 3700,
      translated: false,
      segments: SPOKEN,
    },
    format,
    { times: true, speakers: true, lineLength: null, ...options },
  );
  return new File([text], `Birds.${format}`);
}

const plain = ({ text, start, end, words: own }: StoredSegment) => ({
  text,
  start,
  end,
  words: own?.map(({ word }) => word),
});

test('a transcript comes back from its JSON with words and speakers, once', async () => {
  const database = open();
  const file = exported('json');
  expect(await add(database, file)).toMatchObject({
    kind: 'transcripts',
    added: 1,
    present: 0,
    one: { kind: 'transcript', id: 'rec' },
  });
  expect(await database.recordings.get('rec')).toMatchObject({
    name: 'Birds.wav',
    state: 'done',
    detectedLanguage: 'en',
    seconds: 3700,
    sizeBytes: 0,
    speakers: [{ name: 'Ada' }],
  });
  const stored = await database.segments.toArray();
  expect(stored.map(plain)).toEqual([
    {
      text: ' A heron & a <pond>.',
      start: 0.5,
      end: 2,
      words: [' A', ' heron', ' &', ' a', ' <pond>.'],
    },
    { text: ' It waits: all day.', start: 3661.25, end: 3663, words: undefined },
  ]);
  await database.segments.update('rec:0:0', { text: 'mine' });
  expect(await add(database, file)).toMatchObject({ added: 0, present: 1 });
  expect((await database.segments.get('rec:0:0'))?.text).toBe('mine');
});

test('the sound of a transcript that came from its JSON is added, and its text stays', async () => {
  const from = open();
  const sound = new Blob(['sound'], { type: 'audio/wav' });
  await from.recordings.add({ ...FULL_ROWS.recordings, id: 'rec', seconds: 3701 });
  await from.recordingFiles.add({ id: 'rec', data: sound });
  await from.recordingPeaks.add({ ...FULL_ROWS.recordingPeaks, id: 'rec' });
  for (const [i, { text, start, end }] of SPOKEN.entries()) {
    const row = { id: `rec:${i}:0`, recordingId: 'rec', text, start, end, speaker: null };
    await from.segments.add(row);
  }
  const whole = new File(
    [await exportChosen(from, { kind: 'transcripts', ids: ['rec'] })],
    'Birds.ndjson',
  );
  const database = open();
  await add(database, exported('json'));
  await database.segments.update('rec:0:0', { text: 'mine' });
  expect(await add(database, whole)).toMatchObject({ added: 1, present: 0 });
  const texts = (await database.segments.toArray()).map(({ text }) => text);
  expect(texts).toEqual(['mine', ' It waits: all day.']);
  expect(await database.recordings.get('rec')).toMatchObject({
    type: 'audio/wav',
    sizeBytes: sound.size,
    seconds: 3701,
    speakers: [{ name: 'Ada' }],
  });
  expect(await (await database.recordingFiles.get('rec'))?.data.text()).toBe('sound');
  expect(await database.recordingPeaks.count()).toBe(1);
  expect(await add(database, whole)).toMatchObject({ added: 0, present: 1 });
});

test.each(['srt', 'vtt'] as const)(
  'subtitles as %s come back with their times, once',
  async (format) => {
    const database = open();
    const file = exported(format, { speakers: false });
    expect(await add(database, file)).toMatchObject({ kind: 'transcripts', added: 1 });
    expect((await database.segments.toArray()).map(plain)).toEqual([
      { text: 'A heron & a <pond>.', start: 0.5, end: 2, words: undefined },
      { text: 'It waits: all day.', start: 3661.25, end: 3663, words: undefined },
    ]);
    expect(await add(database, file)).toMatchObject({ added: 0, present: 1 });
    // Divided into lines, with names: still the same words.
    const whole = open();
    await add(whole, exported('json'));
    expect(await add(whole, exported(format, { lineLength: 12 }))).toMatchObject({ present: 1 });
  },
);

/** Three speeches, two of them in the same second. */
const TALK: SpokenSegment[] = [
  { text: 'Is it, "deep": or cold?', start: 0.5, end: 2, speaker: 'Ada' },
  { text: "=Both & <more>'", start: 62.1, end: 62.4, speaker: 'Bo' },
  { text: 'A heron\nwaits.', start: 62.6, end: 64, speaker: 'Ada' },
  { text: '深いです。', start: 3700, end: 3702.5, speaker: 'Bo' },
];

function forReaders(format: 'txt' | 'csv' | 'md' | 'docx', options: Partial<WriteOptions> = {}) {
  const transcript = { title: 'Talk', language: '', durationSeconds: 3703, translated: false };
  const all = { times: true, speakers: true, lineLength: null, ...options };
  const whole = { ...transcript, segments: TALK };
  const content = format === 'docx' ? writeDocx(whole, all) : writeTranscript(whole, format, all);
  return new File([content], `Talk.${format}`);
}

test.each(['txt', 'csv', 'md', 'docx'] as const)(
  'a transcript with times comes back from %s with its speakers, once',
  async (format) => {
    const database = open();
    const file = forReaders(format);
    expect(await add(database, file)).toMatchObject({ kind: 'transcripts', added: 1 });
    const [row] = await database.recordings.toArray();
    const name = (id: string | null) => row?.speakers.find((one) => one.id === id)?.name;
    const stored = (await database.segments.toArray()).sort((a, b) => a.start - b.start);
    expect(stored.map(({ text, speaker }) => [name(speaker), text])).toEqual(
      TALK.map(({ speaker, text }) => [speaker, text]),
    );
    // The table has both times to the millisecond; others have the second of the beginning.
    const isTable = format === 'csv';
    expect(stored.map(({ start }) => start)).toEqual(
      isTable ? TALK.map(({ start }) => start) : [0, 62, 62.5, 3700],
    );
    expect(stored.map(({ end }) => end)).toEqual(
      isTable ? TALK.map(({ end }) => end) : [62, 62.5, 3700, 3700],
    );
    expect(await add(database, file)).toMatchObject({ added: 0, present: 1 });
    // The table alone knows where the last segment ends: after it the others find the transcript, and each other after each.
    for (const other of ['txt', 'md', 'docx'] as const) {
      expect(await add(database, forReaders(other))).toMatchObject({ added: 0, present: 1 });
    }
    const without = forReaders(format, { times: false });
    await expect(add(database, without)).rejects.toThrow(/is text to read/);
  },
);

test.each([
  ['two names', [{ speaker: 'Ada' }, { speaker: 'Bo' }], {}],
  ['words like a name', [{ speaker: 'Ada' }, { text: 'So: it waits.' }, { speaker: 'Bo' }], {}],
  ['no names', [{ text: 'Ada: Hello.' }, { text: 'Bo: Hi.' }], {}],
  ['names that are left out', [{ speaker: 'Ada', text: 'So: it waits.' }], { speakers: false }],
  ['a long name', [{ speaker: 'Ada, who chairs the whole meeting' }, { speaker: 'Bo' }], {}],
] as const)('plain text comes back: %s', async (_, parts, options) => {
  const spoken: SpokenSegment[] = parts.map((part, i) => ({
    ...{ text: 'Hello.', start: 3 * i, end: 3 * i + 2, speaker: null },
    ...part,
  }));
  const transcript = { title: '', language: '', durationSeconds: 9, translated: false };
  const all = { times: true, speakers: true, lineLength: null, ...options };
  const text = writeTranscript({ ...transcript, segments: spoken }, 'txt', all);
  const database = open();
  await add(database, new File([text], 'Talk.txt'));
  const [row] = await database.recordings.toArray();
  const name = (id: string | null) => row?.speakers.find((one) => one.id === id)?.name ?? null;
  const stored = (await database.segments.toArray()).sort((a, b) => a.start - b.start);
  expect(stored.map((one) => [name(one.speaker), one.text])).toEqual(
    spoken.map((one) => [all.speakers ? one.speaker : null, one.text]),
  );
});

test.each([
  ['times of a chat that fall', '[23:59] alice: hi\n[09:00] bob: good morning\n'],
  ['names of a chat', '[12:30] <alice> hi\n[12:31] <bob> hello\n'],
])('text with times of something else is refused: %s', async (_, text) => {
  await expect(add(open(), new File([text], 'log.txt'))).rejects.toThrow(/is text to read/);
});

test.each([
  ['txt', 'srt'],
  ['srt', 'txt'],
] as const)('a transcript from %s is found by the same one from %s', async (first, second) => {
  const database = open();
  // The last segment is longer than a second.
  expect(await add(database, exported(first))).toMatchObject({ added: 1 });
  expect(await add(database, exported(second))).toMatchObject({ added: 0, present: 1 });
  const later = '1\n00:00:01,000 --> 00:00:02,000\nHi.\n';
  expect(await add(database, new File([later], 'a.srt'))).toMatchObject({ added: 1 });
  const longer = later.replace('00:00:01', '00:20:01').replace('00:00:02', '00:20:02');
  expect(await add(database, new File([longer], 'b.srt'))).toMatchObject({ added: 1 });
});

test('a transcript after ten thousand other files of an archive comes back', async () => {
  const database = open();
  const others = Array.from({ length: 10_000 }, (_, i) => [`${i}.md`, strToU8('A heron.')]);
  const entries = { ...Object.fromEntries(others), 'z.txt': strToU8('[0:01] It waits.') };
  const file = new File([zipSync(entries, { level: 0 })], 'all.zip');
  expect(await add(database, file)).toMatchObject({ kind: 'transcripts', added: 1, skipped: 0 });
});

test('an archive of several transcripts comes back', async () => {
  const database = open();
  const entries = {
    'Birds.json': new Uint8Array(await exported('json').arrayBuffer()),
    'Other.srt': strToU8('1\n00:00:01,000 --> 00:00:02,000\nAnother day.\n'),
  };
  const file = new File([zipSync(entries)], 'Transcripts.zip');
  expect(await add(database, file)).toMatchObject({ kind: 'transcripts', added: 2, one: null });
});

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n';

test('a file of an archive that cannot be read costs only itself, and is counted', async () => {
  const database = open();
  const damaged = zipSync({
    'a.srt': strToU8(''),
    'b.srt': strToU8('no times'),
    'c.json': strToU8(JSON.stringify({ segments: [{ start: 0, end: 1, text: 'Kept.' }] })),
    'd.vtt': [strToU8(`WEBVTT\n\n${CUE.replaceAll(',', '.')}Broken.`.repeat(50)), { level: 9 }],
    'e.srt': strToU8(`${CUE}Last.`),
  });
  const at = damaged.findIndex(
    (_, i) => String.fromCharCode(...damaged.slice(i, i + 5)) === 'd.vtt',
  );
  damaged.fill(255, at + 5, at + 30);
  expect(await add(database, new File([damaged], 'all.zip'))).toMatchObject({
    added: 2,
    skipped: 3,
    unreadable: 0,
  });
  expect((await database.segments.toArray()).map(({ text }) => text).sort()).toEqual([
    'Kept.',
    'Last.',
  ]);
});

test('an entry is unpacked up to its limit', async () => {
  let most = 0;
  await importFile(open(), new File([bomb()], 'bomb.zip'), {
    model: 'm',
    passphrase: null,
    openSink: async () => memorySink(),
    onProgress: (bytes) => {
      most = Math.max(most, bytes);
    },
  }).catch(() => {});
  expect(most).toBeGreaterThan(60_000_000);
  expect(most).toBeLessThan(66_000_000);
});

test('an archive of transcripts is imported in linear time, with progress, and once', async () => {
  const database = open();
  const count = 150;
  const entries: Record<string, Uint8Array> = {};
  for (let i = 0; i < count; i++) {
    const cues = Array.from({ length: 25 }, (_, j) => `${CUE}Words ${i} ${j}.`);
    entries[`${i}.srt`] = strToU8(cues.join('\n\n'));
  }
  const file = new File([zipSync(entries)], 'all.zip');
  let reads = 0;
  const where = database.segments.where.bind(database.segments);
  database.segments.where = ((index: never) => {
    reads++;
    return where(index);
  }) as never;
  let reports = 0;
  const options = {
    model: 'm',
    passphrase: null,
    openSink: async () => memorySink(),
    onProgress: () => {
      reports++;
    },
  };
  expect(await importFile(database, file, options)).toMatchObject([{ added: count, present: 0 }]);
  expect(reports).toBeGreaterThanOrEqual(count);
  expect(await importFile(database, file, options)).toMatchObject([{ added: 0, present: count }]);
  // One for each that is added, and one for each that is here before the second import.
  expect(reads).toBeLessThanOrEqual(2 * count);
});

test('a name above the limit of speakers is left out, and its segments have no speaker', async () => {
  const database = open();
  const segments = Array.from({ length: 3_000 }, (_, i) => ({
    start: i,
    end: i + 1,
    text: `Word ${i}`,
    speaker: `Speaker ${i}`,
  }));
  await add(database, new File([JSON.stringify({ segments })], 'many.json'));
  const [recording] = await database.recordings.toArray();
  const ids = new Set(recording?.speakers.map(({ id }) => id));
  expect(ids.size).toBe(1_000);
  const rows = await database.segments.toArray();
  expect(rows.filter(({ speaker }) => speaker === null)).toHaveLength(2_000);
  expect(rows.every(({ speaker }) => speaker === null || ids.has(speaker))).toBe(true);
});

test('subtitles of other programs are read: with byte order mark, hours left out, voices and styles', async () => {
  const database = open();
  const vtt =
    '\ufeffWEBVTT - by hand\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE 00:01.000 --> nothing\r\n\r\nintro\r\n00:01.000 --> 00:02.500 align:start\r\n<v.loud Ada>Good <i>day</i>\r\nto you\r\n\r\n01:00:00.000 --> 01:00:01.000\r\n&lt;3\r\n';
  await add(database, new File([vtt], 'talk.vtt'));
  const [first, second] = await database.segments.toArray();
  expect(first).toMatchObject({ start: 1, end: 2.5, text: 'Good day\nto you' });
  expect(second).toMatchObject({ start: 3600, text: '<3' });
  const [recording] = await database.recordings.toArray();
  expect(recording).toMatchObject({ name: 'talk', speakers: [{ name: 'Ada' }] });
  expect(first?.speaker).toBe(recording?.speakers[0]?.id);
});

test('files of one project, of chats and of transcripts say what came, and what to show', async () => {
  const from = open();
  await from.projects.add(FULL_ROWS.projects);
  await from.conversations.add(FULL_ROWS.conversations);
  const project = await exportChosen(from, { kind: 'project', ids: ['o', 'c'] });
  const chat = await exportChosen(from, { kind: 'chat', ids: ['c'] });
  const to = open();
  expect(await add(to, new File([project], 'Birds.ndjson'))).toMatchObject({
    kind: 'projects',
    added: 1,
    present: 0,
    one: { kind: 'project', id: 'o' },
  });
  expect(await add(to, new File([chat], 'Birds.ndjson'))).toMatchObject({
    kind: 'chats',
    added: 0,
    present: 1,
    one: { kind: 'chat', id: 'c' },
  });
});

const claudeProject = (uuid: string, docs: object[], more: object = {}) => ({
  uuid,
  name: `Project ${uuid}`,
  description: 'Of birds',
  is_private: true,
  is_starter_project: false,
  prompt_template: 'Name the file.',
  created_at: '2026-01-02T03:04:05.000000+00:00',
  updated_at: '2026-02-02T03:04:05.000000+00:00',
  creator: { uuid: 'me', full_name: 'Ada' },
  docs,
  ...more,
});
const doc = (uuid: string, content: unknown, created_at = '2026-01-03T00:00:00Z') => ({
  uuid,
  filename: `${uuid}.md`,
  content,
  created_at,
});
const claudeChat = {
  uuid: 'c',
  name: 'Herons',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  chat_messages: [{ uuid: '1', sender: 'human', text: 'Why?', created_at: '2026-01-01T00:00:00Z' }],
};
const jsonZip = (files: Record<string, unknown>) =>
  new File(
    [
      zipSync(
        Object.fromEntries(
          Object.entries(files).map(([name, value]) => [name, strToU8(JSON.stringify(value))]),
        ),
      ),
    ],
    'data-2026-03-01.zip',
  );

test('projects of Claude come with their files and instructions, with the chats, once', async () => {
  const database = open();
  const text = `${'A heron waits at the pond. '.repeat(100)}It eats a fish.`;
  const starter = claudeProject('s', [doc('how', 'How to')], { is_starter_project: true });
  const file = (docs: object[]) =>
    jsonZip({
      'conversations.json': [claudeChat],
      'projects.json': [claudeProject('p', docs), starter],
      'users.json': [{ uuid: 'me' }],
    });
  const docs = [doc('pond', text), doc('odd', { not: 'text' })];
  expect(await addAll(database, file(docs))).toMatchObject([
    { kind: 'chats', added: 1 },
    { kind: 'projects', added: 1, present: 0, one: { kind: 'project', id: 'claude-p' } },
  ]);
  expect(await database.projects.toArray()).toMatchObject([
    { id: 'claude-p', name: 'Project p', instructions: 'Name the file.' },
  ]);
  expect(await database.documents.toArray()).toMatchObject([{ name: 'pond.md', text }]);
  const passages = await database.passages.toArray();
  expect(passages.length).toBeGreaterThan(2);
  for (const { start, end, text: own, vector } of passages) {
    expect(own).toBe(text.slice(start, end));
    expect(vector.length).toBe(0);
  }
  const more = [...docs, doc('new', 'Feathers.', '2026-04-01T00:00:00Z')];
  expect(await addAll(database, file(more))).toMatchObject([
    { added: 0 },
    { added: 0, present: 1 },
  ]);
  expect(await database.documents.count()).toBe(2);
  // A file that was deleted here stays away.
  await database.documents.delete('claude-p:pond');
  await addAll(database, file(more));
  expect(await database.documents.count()).toBe(1);
});

test('new files of a Claude project come without a date, next to files of this device, and after all were removed', async () => {
  const database = open();
  const undated = (uuid: string, content: string) => {
    const { created_at: _, ...rest } = doc(uuid, content);
    return rest;
  };
  const add = (...docs: object[]) =>
    addAll(database, jsonZip({ 'projects.json': [claudeProject('p', docs)] }));
  const names = async () => (await database.documents.toArray()).map(({ name }) => name).sort();
  await add(doc('a', 'A.'), undated('b', 'B.'));
  expect(await names()).toEqual(['a.md', 'b.md']);
  // Later than all files of Claude.
  const own = { ...FULL_ROWS.documents, id: 'own', conversationId: 'claude-p', name: 'own.md' };
  await database.documents.add({ ...own, createdAt: Date.parse('2027-01-01') });
  const more = [doc('a', 'A.'), undated('b', 'B.'), undated('c', 'C.')];
  await add(...more, doc('d', 'D.', '2026-05-01T00:00:00Z'));
  expect(await names()).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'own.md']);
  // The same file under another id.
  await add(...more, { ...undated('e', 'C.'), filename: 'c.md' });
  expect(await database.documents.count()).toBe(5);
  await database.documents.clear();
  await add(doc('f', 'F.'));
  expect(await names()).toEqual(['f.md']);
});

test('projects of Claude as a file each are read, and a list of projects alone', async () => {
  const database = open();
  const each = jsonZip({
    'conversations.json': [claudeChat],
    'projects/a.json': claudeProject('a', [doc('x', 'A.')]),
    'projects/b.json': claudeProject('b', []),
    'projects/c.json': { uuid: 'broken' },
  });
  expect(await addAll(database, each)).toMatchObject([{ added: 1 }, { added: 2 }]);
  const list = new File(
    [JSON.stringify([claudeProject('a', []), claudeProject('d', [])])],
    'projects.json',
  );
  expect(await addAll(database, list)).toMatchObject([{ kind: 'projects', added: 1, present: 1 }]);
});

const bomb = () => zipSync({ 'a.srt': new Uint8Array(80_000_000) }, { level: 9 });
const bombs = () => {
  const much = new Uint8Array(80_000_000);
  return zipSync({ 'a.srt': much, 'b.srt': much.slice(0, 30_000_000) }, { level: 9 });
};

test.for<[name: string, content: () => BlobPart, sentence: RegExp]>([
  ['notes.srt', () => 'no times at all', /No subtitles with times/],
  ['empty.vtt', () => 'WEBVTT\n\n', /No subtitles with times/],
  ['late.srt', () => '1\n00:00:05,000 --> 00:00:01,000\nBackwards\n', /No subtitles with times/],
  ['Birds.txt', () => 'A heron.', /is text to read/],
  ['Birds.docx', () => zipSync({ 'word/document.xml': strToU8('<w/>') }), /is text to read/],
  ['log.txt', () => 'The log of today\n[12:30] A heron.', /is text to read/],
  ['birds.csv', () => 'name,start\nheron,3\n', /is text to read/],
  ['empty.csv', () => 'start,text\n', /is text to read/],
  ['birds.md', () => '# Birds\n\nA heron.', /is text to read/],
  ['torn.docx', () => 'PK\u0003\u0004 torn', /is text to read/],
  ['other.json', () => '{"segments":[{"text":"no times"}]}', /No chats or transcripts/],
  ['broken.json', () => '{"segments":[{"start":0,', /No chats or transcripts/],
  ['deep.json', () => `{"segments":${'['.repeat(1_000)}`, /nested|No chats/],
  ['photos.zip', () => zipSync({ 'a.png': strToU8('x') }), /No chats or transcripts/],
  ['cut.zip', () => zipSync({ 'a.srt': strToU8('x') }).slice(0, 40), /damaged/],
  ['bomb.zip', bomb, /“a.srt” is larger than 64 MB/],
  ['bombs.zip', bombs, /unpacks to more/],
])('%s is refused with the reason', async ([name, content, sentence]) => {
  const database = open();
  await expect(add(database, new File([content()], name))).rejects.toThrow(sentence);
  expect(await database.recordings.count()).toBe(0);
});

test('twenty thousand subtitles and hostile fields end in rows that can be shown', async () => {
  const database = open();
  const cue = (i: number) => `${i}\n00:00:00,000 --> 00:00:01,000\nw${i}\n`;
  const many = Array.from({ length: 20_000 }, (_, i) => cue(i)).join('\n');
  await add(database, new File([many], 'many.srt'));
  expect(await database.segments.count()).toBe(20_000);
  const odd = {
    recording: { id: { toString: 1 }, name: '\u202eevil', model: 7 },
    duration: 1e99,
    language: '__proto__',
    segments: [
      { start: -1, end: 2, text: 'no' },
      { start: 1, end: Number.MAX_VALUE, text: 'no' },
      { start: 1, end: 2, text: 'yes', speaker: 'x'.repeat(10_000) },
    ],
    words: [{ word: 'yes', start: 'a' }],
  };
  await add(database, new File([JSON.stringify(odd)], 'odd.json'));
  const [row] = await database.recordings
    .where(':id')
    .noneOf(
      (await database.recordings.toArray())
        .filter(({ name }) => name === 'many')
        .map(({ id }) => id),
    )
    .toArray();
  expect(row).toMatchObject({ name: 'odd', seconds: 2, detectedLanguage: null });
});

test.each([
  [
    'requests.har',
    '{\n "log": {\n  "version": "1.2",\n  "entries": []}}',
    /^“requests\.har” is a list of requests as an HTTP archive \(HAR\).*developer tools/,
  ],
  [
    'requests.jsonl',
    `${JSON.stringify({ ...FULL_ROWS.usage, exchange: FULL_ROWS.exchanges })}\n`.repeat(2),
    /^“requests\.jsonl” is a list of requests .*“Save to a set”/,
  ],
  [
    'alcove-report-2026-01-02.json',
    '{"report": "alcove-audit", "version": 1}',
    /is a report of Settings → Privacy/,
  ],
  ['model.gguf', 'GGUF\u0003', /is a model: drop it on the Models page/],
  [
    'stick.alcovepack',
    zipSync({ 'alcove-pack.json': strToU8('{}'), 'LICENCES.txt': strToU8('') }),
    /is a pack of models: drop it on the Models page/,
  ],
])('%s has another use, which the sentence names', async (name, content, sentence) => {
  const database = open();
  await expect(add(database, new File([content as BlobPart], name))).rejects.toMatchObject({
    name: 'BackupError',
    message: expect.stringMatching(sentence),
    reason: 'nothing',
  });
});

test('a chat that quotes a list of requests is imported', async () => {
  const database = open();
  const text = '{"log":{"version":"1.2"}} {"requestId":"a","completionTokens":1}';
  const { conversations: conversation, messages } = FULL_ROWS;
  const chat = { conversation, messages: [{ ...messages, text, conversationId: conversation.id }] };
  const result = await add(database, new File([JSON.stringify(chat)], 'chat.json'));
  expect(result).toMatchObject({ kind: 'chats', added: 1 });
});
