import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { searchConversations } from '#storage/conversation-work.ts';
import { emptyConversation } from '#storage/conversations.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { CHAT_SETTINGS } from '#testing/plain-chat.ts';
import { LIMITS } from './format.ts';
import { importChats } from './import-chats.ts';

const open = () => new AlcoveDatabase(`chatgpt-${crypto.randomUUID()}`);
const asFile = (value: unknown) => new Blob([JSON.stringify(value)]);

const say = (id: string, parent: string | null, role: string, text: string) => ({
  id,
  parent,
  message: {
    author: { role },
    create_time: 10,
    content: { content_type: 'text', parts: [text] },
  },
});
const chat = (id: unknown, changes: object = {}) => ({
  id,
  title: `Chat ${id}`,
  create_time: 9,
  mapping: { q: say('q', null, 'user', 'Hello?') },
  current_node: 'q',
  ...changes,
});

test('a ChatGPT export comes in with its branches, once', async () => {
  const database = open();
  const mapping = {
    root: { id: 'root', parent: null, message: null },
    sys: say('sys', 'root', 'system', ''),
    q: say('q', 'sys', 'user', 'Hello?'),
    a1: say('a1', 'q', 'assistant', 'First'),
    a2: say('a2', 'q', 'assistant', 'Second'),
  };
  const file = asFile([{ id: 'x', title: 'Old', create_time: 9, mapping, current_node: 'a2' }]);
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 1,
    present: 0,
    grown: 0,
    skipped: 0,
  });
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 0,
    present: 1,
    grown: 0,
    skipped: 0,
  });
  const [stored] = await database.conversations.toArray();
  expect(stored).toMatchObject({ title: 'Old', leafId: 'chatgpt-x:a2' });
  const messages = await database.messages.toArray();
  expect(messages.map((m) => [m.text, m.parentId])).toEqual([
    ['First', 'chatgpt-x:q'],
    ['Second', 'chatgpt-x:q'],
    ['Hello?', null],
  ]);
});

test('voice chats, pictures, canvas and tools of current exports come in as they were shown', async () => {
  const database = open();
  const part = (id: string, role: string, content: object, more: object = {}) => ({
    id,
    parent: null,
    message: { author: { role }, create_time: 10, content, ...more },
  });
  const voice = (text: string) => ({
    content_type: 'multimodal_text',
    parts: [
      { content_type: 'audio_transcription', text, direction: 'in' },
      { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_1' },
    ],
  });
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://1' };
  const code = (text: string) => ({ content_type: 'code', language: 'unknown', text });
  const sheet = JSON.stringify({ name: 'plan', type: 'document', content: '# Plan' });
  const hidden = { metadata: { is_visually_hidden_from_conversation: true, model_slug: null } };
  const mapping = {
    a: part('a', 'user', voice('What is a heron?')),
    b: part('b', 'user', { content_type: 'multimodal_text', parts: [picture, 'And this?'] }),
    c: part('c', 'assistant', code(sheet), { recipient: 'canmore.create_textdoc' }),
    d: part('d', 'assistant', code('{"updates":[]}'), { recipient: 'canmore.update_textdoc' }),
    e: part('e', 'assistant', { parts: ['{"prompt":"x"}'] }, { recipient: 'dalle.text2im' }),
    f: part('f', 'assistant', { content_type: 'thoughts', thoughts: [{ content: 'Hm.' }] }),
    g: part('g', 'user', { parts: ['Custom instructions'] }, hidden),
    h: part('h', 'assistant', { parts: ['A bird.\ue200cite\ue202turn0search1\ue201 It waits.'] }),
    i: part('i', 'tool', { parts: ['Found.'] }, { recipient: 'all' }),
  };
  await importChats(database, asFile([{ id: 'x', create_time: 9, mapping }]), 'm');
  const texts = (await database.messages.toArray()).map(({ text }) => text);
  expect(texts).toEqual(['What is a heron?', 'And this?', '# Plan', 'A bird. It waits.']);
});

const ODD: [string, object][] = [
  ['a null node', { mapping: { q: say('q', null, 'user', 'Hi'), n: null } }],
  [
    'a null author',
    { mapping: { q: say('q', null, 'user', 'Hi'), n: { id: 'n', message: { author: null } } } },
  ],
  ['a numeric title', { title: 5 }],
  ['an object as title', { title: {} }],
  ['absurd times', { create_time: 1e300, update_time: 'never' }],
  ['a parent that is its own child', { mapping: { q: say('q', 'q', 'user', 'Hi') } }],
  [
    'parts that are objects',
    {
      mapping: {
        q: say('q', null, 'user', 'Hi'),
        p: { id: 'p', message: { author: { role: 'user' }, content: { parts: [{}, null] } } },
      },
    },
  ],
];
for (const [what, changes] of ODD) {
  test(`a chat with ${what} is read, and those around it too`, async () => {
    const database = open();
    const file = asFile([chat('a'), chat('odd', changes), chat('b')]);
    expect(await importChats(database, file, 'm')).toMatchObject({
      added: 3,
      present: 0,
      grown: 0,
      skipped: 0,
    });
    expect(await database.messages.count()).toBe(3);
  });
}

test('chats that cannot be read are skipped and counted', async () => {
  const database = open();
  const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
  const parts = [chat('a'), null, 5, 'chat', [], {}, { mapping: null }, { mapping: {} }, chat('b')];
  const text = JSON.stringify(parts).replace('"chat"', `{"mapping":{"x":${deep}}}`);
  expect(await importChats(database, new Blob([text]), 'm')).toMatchObject({
    added: 2,
    present: 0,
    grown: 0,
    skipped: 7,
  });
});

test('text with quotes, backslashes and brackets splits where chats end', async () => {
  const database = open();
  const nasty = '"],[{\\" \\\\ ]}'.repeat(1000);
  const mapping = { q: say('q', null, 'user', nasty) };
  const file = asFile([chat('a', { mapping }), chat('b', { mapping })]);
  expect(await importChats(database, file, 'm')).toMatchObject({ added: 2 });
  expect((await database.messages.toArray()).map((m) => m.text)).toEqual([nasty, nasty]);
});

const refusals: [string, Blob, string][] = [
  ['no chats', asFile([{ a: 1 }]), 'No chats'],
  ['an empty list', asFile([]), 'No chats'],
  ['a list cut off', new Blob(['[{"id":1']), 'ends early'],
  ['nesting without end', new Blob(['['.repeat(100_000)]), '64 levels'],
  ['one huge chat', new Blob(['[', new Uint8Array(LIMITS.chatBytes + 1).fill(32)]), '64 MB'],
];
for (const [what, file, sentence] of refusals) {
  test(`refuses ${what} in a sentence`, async () => {
    await expect(importChats(open(), file, 'm')).rejects.toThrow(sentence);
  });
}

test('ten thousand messages on a chain of ten thousand empty nodes are imported in little time', async () => {
  const database = open();
  const link = (i: number) => ({ id: `n${i}`, parent: i === 0 ? 'q' : `n${i - 1}`, message: null });
  const links = Array.from({ length: 10_000 }, (_, i) => link(i));
  const said = links.map((_, i) => say(`m${i}`, 'n9999', 'user', 'Hi'));
  const nodes = [say('q', null, 'user', 'Hello?'), ...links, ...said];
  const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]));
  const start = performance.now();
  await importChats(database, asFile([chat('long', { mapping })]), 'm');
  expect(performance.now() - start).toBeLessThan(40_000);
  expect((await database.messages.get('chatgpt-long:m7'))?.parentId).toBe('chatgpt-long:q');
});

test('a chat that its own menu exported comes back, once', async () => {
  const database = open();
  const conversation = {
    ...emptyConversation('own', CHAT_SETTINGS, 5),
    title: 'Mine',
    leafId: 'a',
  };
  const base = { conversationId: 'own', createdAt: 6, state: 'done', files: ['gone'] };
  const messages = [
    { ...base, id: 'q', parentId: null, role: 'user', text: 'Where do herons live?' },
    { ...base, id: 'a', parentId: 'q', role: 'assistant', text: 'At rivers.', state: 'running' },
    { ...base, id: 'x', conversationId: 'another', parentId: null, role: 'user', text: 'no' },
  ];
  const file = new Blob([JSON.stringify({ conversation, messages }, null, 2)]);
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 1,
    present: 0,
    grown: 0,
    skipped: 0,
  });
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 0,
    present: 1,
    grown: 0,
    skipped: 0,
  });
  expect(await database.conversations.get('own')).toMatchObject({ title: 'Mine', leafId: 'a' });
  const stored = await database.messages.toArray();
  expect(stored.map(({ id, state, files }) => [id, state, files])).toEqual([
    ['a', 'stopped', undefined],
    ['q', 'done', undefined],
  ]);
  expect((await searchConversations(database, 'rivers')).size).toBe(1);
});

test('an archive of ChatGPT comes in with each of its lists', async () => {
  const database = open();
  const list = (id: string) => strToU8(JSON.stringify([chat(id)]));
  const archive = zipSync({
    'export/conversations-000.json': list('x'),
    'export/conversations-001.json': list('y'),
    'export/shared_conversations.json': list('z'),
    'export/user.json': strToU8('{}'),
  }) as Uint8Array<ArrayBuffer>;
  const file = new Blob([archive]);
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 2,
    present: 0,
    grown: 0,
    skipped: 0,
  });
  await expect(importChats(database, file.slice(0, 100), 'm')).rejects.toThrow(
    'archive is damaged',
  );
});

test('chats of Claude and of Open WebUI come in with their order and branches', async () => {
  const database = open();
  const at = '2026-01-02T03:04:05Z';
  const said = (uuid: string, sender: string, more: object) => ({
    uuid,
    sender,
    created_at: at,
    ...more,
  });
  const claude = {
    uuid: 'c',
    name: 'Birds',
    created_at: at,
    updated_at: at,
    chat_messages: [
      said('1', 'human', { text: 'Which bird?' }),
      said('2', 'assistant', {
        text: '',
        content: [{ type: 'text', text: 'A heron.' }, { type: 'tool_use' }],
      }),
    ],
  };
  const message = (id: string, parentId: string | null, role: string, content: string) => ({
    [id]: { id, parentId, childrenIds: [], role, content, timestamp: 9, model: 'llama' },
  });
  const messages = {
    ...message('q', null, 'user', 'Hello?'),
    ...message('a', 'q', 'assistant', 'One'),
    ...message('b', 'q', 'assistant', 'Two'),
  };
  const times = { created_at: 8, updated_at: 9 };
  const openWebUi = {
    id: 'w',
    title: 'Local',
    ...times,
    chat: { history: { currentId: 'a', messages } },
  };
  const file = asFile([claude, openWebUi, { id: 'neither' }]);
  expect(await importChats(database, file, 'm')).toMatchObject({
    added: 2,
    present: 0,
    grown: 0,
    skipped: 1,
  });
  expect(await database.conversations.toArray()).toMatchObject([
    { id: 'claude-c', title: 'Birds', createdAt: Date.parse(at), leafId: 'claude-c:2' },
    { id: 'openwebui-w', title: 'Local', createdAt: 8_000, leafId: 'openwebui-w:a' },
  ]);
  const rows = await database.messages.toArray();
  expect(rows.map(({ role, text, parentId }) => [role, text, parentId])).toEqual([
    ['user', 'Which bird?', null],
    ['assistant', 'A heron.', 'claude-c:1'],
    ['assistant', 'One', 'openwebui-w:q'],
    ['assistant', 'Two', 'openwebui-w:q'],
    ['user', 'Hello?', null],
  ]);
});

test.each([['{"a": 1}'], ['not JSON'], ['[]'], ['{"conversation": {}}'], ['']])(
  'a file with %s is refused by what can be imported',
  async (text) => {
    await expect(importChats(open(), new Blob([text]), 'm')).rejects.toThrow(
      /^No chats or transcripts were found in this file\. Alcove imports its own exports/,
    );
  },
);

/** As Claude exported in March 2026: branches by parents, the first below a parent of zeros. */
const ROOT = '00000000-0000-4000-8000-000000000000';
const turn = (uuid: string, parent: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text,
  content: [{ type: 'text', text }],
  attachments: [],
  files: [],
  created_at: `2026-03-29T07:06:${uuid.padStart(2, '0')}.000Z`,
  parent_message_uuid: parent,
  ...more,
});
const claudeChat = (messages: object[], more: object = {}) => ({
  uuid: 'c',
  name: 'Herons',
  created_at: '2026-03-29T07:06:00Z',
  updated_at: '2026-03-29T07:07:00Z',
  chat_messages: messages,
  ...more,
});

test('a chat of Claude comes in with its branches, its pastes, and none of its notices', async () => {
  const database = open();
  const notice = '```\nThis block is not supported on your current device yet.\n```';
  const file = asFile([
    claudeChat([
      turn('1', ROOT, 'human', 'Which bird?'),
      turn('2', '1', 'assistant', notice, {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'tool_use', name: 'search', input: {} },
          { type: 'text', text: 'A heron.' },
        ],
      }),
      turn('3', ROOT, 'human', 'Which fish?'),
      turn('4', '3', 'assistant', 'A pike.'),
      turn('5', '4', 'human', '', {
        content: [],
        attachments: [
          { file_name: '', extracted_content: 'A long paste.' },
          { file_name: 'pond.txt', extracted_content: 'Deep.' },
        ],
      }),
    ]),
  ]);
  await importChats(database, file, 'm');
  expect((await database.conversations.toArray())[0]).toMatchObject({ leafId: 'claude-c:5' });
  const rows = await database.messages.toArray();
  expect(rows.map(({ text, parentId }) => [text, parentId])).toEqual([
    ['Which bird?', null],
    ['A heron.', 'claude-c:1'],
    ['Which fish?', null],
    ['A pike.', 'claude-c:3'],
    ['A long paste.\n\npond.txt:\n\nDeep.', 'claude-c:4'],
  ]);
});

test('a chat that was continued elsewhere gets its new messages, and a deleted one stays deleted', async () => {
  const database = open();
  const first = [turn('1', ROOT, 'human', 'Which bird?'), turn('2', '1', 'assistant', 'A heron.')];
  const more = [
    ...first,
    turn('3', '2', 'human', 'Why?'),
    turn('4', '3', 'assistant', 'It waits.'),
  ];
  const none = { added: 0, present: 1, grown: 0, skipped: 0 };
  await importChats(database, asFile([claudeChat(first)]), 'm');
  await database.conversations.update('claude-c', { title: 'Mine' });
  expect(await importChats(database, asFile([claudeChat(more)]), 'm')).toMatchObject({
    ...none,
    grown: 1,
  });
  expect(await importChats(database, asFile([claudeChat(more)]), 'm')).toMatchObject(none);
  expect(await database.conversations.get('claude-c')).toMatchObject({
    title: 'Mine',
    leafId: 'claude-c:4',
  });
  expect(await database.messages.count()).toBe(4);
  expect(await searchConversations(database, 'waits')).toHaveLength(1);
  await database.messages.delete('claude-c:1');
  expect(await importChats(database, asFile([claudeChat(more)]), 'm')).toMatchObject(none);
  expect(await database.messages.count()).toBe(3);
});

test('a chat that was continued here too still shows its own branch', async () => {
  const database = open();
  const first = [turn('1', ROOT, 'human', 'Which bird?'), turn('2', '1', 'assistant', 'A heron.')];
  await importChats(database, asFile([claudeChat(first)]), 'm');
  await database.conversations.update('claude-c', { leafId: 'mine' });
  const more = [...first, turn('3', '2', 'human', 'Why?')];
  expect(await importChats(database, asFile([claudeChat(more)]), 'm')).toMatchObject({ grown: 1 });
  expect(await database.conversations.get('claude-c')).toMatchObject({ leafId: 'mine' });
});

test('an archive that unpacks to more than an export does is stopped', async () => {
  const bomb = new Uint8Array(300_000_000).fill(32);
  bomb[0] = 91;
  for (let i = 1_000_000; i < bomb.length; i += 1_000_000) bomb[i] = 44;
  const archive = new Blob([zipSync({ 'conversations.json': bomb }, { level: 9 })]);
  expect(archive.size).toBeLessThan(400_000);
  await expect(importChats(open(), archive, 'm')).rejects.toThrow(/ unpacks to more than \d+ MB/);
});

/** Written by Python's zipfile as one above 4 GB: sizes are in the extra field, and its last record has a wide twin. */
const WIDE_ARCHIVE =
  'UEsDBC0AAAAIACYGel224Rvo//////////8SABQAY29udmVyc2F0aW9ucy5qc29uAQAQANIAAAAAAAAAiQAAAAAAAABlTjEKwzAM/ErQ3KEd26Vrf9AhhCBqkRoc25FlKBj/PZY9VoO4O053mgtYA48JfnCZQKw4Uva2hlT4MKHQKnZX+d6UHWO0fmuswNH3uD/UHpHJS6M+O6dmSgk36jbM8g3cIYfRkhMx1L+a21Wl4GVkFY2V1NAML3IuPGGpbdSUWQtXHwyNJ+pyAlBLAQItAy0AAAAIACYGel224Rvo//////////8SABQAAAAAAAAAAACAAQAAAABjb252ZXJzYXRpb25zLmpzb24BABAA0gAAAAAAAACJAAAAAAAAAFBLBgYsAAAAAAAAAC0ALQAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAABUAAAAAAAAAM0AAAAAAAAAUEsGBwAAAAAhAQAAAAAAAAEAAABQSwUGAAAAAAEAAQBUAAAAzQAAAAAA';

test.each(['as it is', 'with a directory whose place has no room'])(
  'an archive above 4 GB is read %s',
  async (kind) => {
    const bytes = Uint8Array.from(atob(WIDE_ARCHIVE), (char) => char.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    if (kind !== 'as it is') view.setUint32(bytes.length - 6, 0xffffffff, true);
    const database = open();
    expect(await importChats(database, new Blob([bytes]), 'm')).toMatchObject({ added: 1 });
    expect((await database.conversations.toArray())[0]).toMatchObject({ title: 'Wide' });
  },
);
