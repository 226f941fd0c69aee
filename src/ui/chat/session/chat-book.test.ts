import { expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import { fillDisk } from '#testing/fill-disk.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts, openSecondTab } from '#testing/test-ports.ts';
import { ChatBook } from './chat-book.ts';
import type { Conversation } from './conversation.ts';
import { isAnswering, statusOf } from './conversation-state.ts';
import { followStorage } from './follow-storage.ts';
import { GrowingAnswer } from './growing-answer.ts';
import { pathTo } from './message-tree.ts';
import { removeChats } from './remove-chats.ts';

// Its worker exists in browsers only.
vi.mock('#sandbox/run-code.ts', () => ({ runCode: async () => ({ ok: true, text: 'found' }) }));

const says = (text: string) => `#script ${JSON.stringify({ tokens: [text] })}`;
const toText = (name: string) => new File([`Text of ${name}.`], name, { type: 'text/plain' });

async function open() {
  stubLocalStorage();
  const preferences = { embeddingModel: 'scripted-embed', chatModel: 'scripted-chat' };
  localStorage.setItem('alcove-preferences', JSON.stringify(preferences));
  const service = await createTestPorts();
  const requests: { path: string; body: unknown; signal: AbortSignal }[] = [];
  const gate = deferred();
  const { v1 } = service.ports;
  service.ports.v1 = async (path, body, signal, headers) => {
    requests.push({ path, body, signal });
    if (world.isHeld) await gate.promise;
    signal.throwIfAborted();
    return v1(path, body, signal, headers);
  };
  const book = new ChatBook(service.ports);
  const world = { ...service, book, requests, gate, isHeld: false };
  return world;
}

const SLOW = { timeout: 20_000 };
const idle = ({ state }: Conversation) =>
  expect.poll(() => state.getState().runs.length, SLOW).toBe(0);
const texts = ({ state }: Conversation) =>
  pathTo(state.getState().tree, state.getState().row.leafId).map(({ text }) => text);

test('files that are dropped in a chat stay in it when another one is opened meanwhile', async () => {
  const world = await open();
  const { book, database } = world;
  world.isHeld = true;
  const chat = book.start();
  chat.addFiles([toText('a.txt'), toText('b.txt')]);
  await expect.poll(() => world.requests.length, SLOW).toBe(1);
  const other = book.start();
  world.gate.resolve();
  await idle(chat);
  const documents = await database.documents.toArray();
  expect(documents.map(({ name, conversationId }) => [name, conversationId]).sort()).toEqual([
    ['a.txt', chat.id],
    ['b.txt', chat.id],
  ]);
  expect(other.state.getState().documents).toEqual([]);
});

test('files that are added one by one do not ask for all of their vectors together', async () => {
  const world = await open();
  const { book, requests, toasts } = world;
  world.isHeld = true;
  const chat = book.start();
  for (let i = 0; i < 12; i++) chat.addFiles([toText(`${i}.txt`)]);
  const shelf = () => {
    const { reading, problems } = chat.state.getState();
    return { reading: reading.length, problems, toasts };
  };
  await expect.poll(shelf, SLOW).toEqual({ reading: 12, problems: [], toasts: [] });
  await expect.poll(() => requests.length, SLOW).toBe(3);
  world.gate.resolve();
  await expect.poll(() => chat.state.getState().reading.length, SLOW).toBe(0);
});

test('files of a temporary chat that is left while they are read are stored nowhere', async () => {
  const world = await open();
  const { book, database } = world;
  world.isHeld = true;
  const chat = book.start(true);
  chat.addFiles([toText('a.txt'), toText('b.txt')]);
  await expect.poll(() => world.requests.length, SLOW).toBe(1);
  book.start();
  expect(world.requests[0]?.signal.aborted).toBe(true);
  world.gate.resolve();
  await idle(chat);
  expect(await database.documents.count()).toBe(0);
  expect(await database.conversations.count()).toBe(0);
});

test('a chat that is deleted while its document is embedded leaves nothing and asks no model', async () => {
  const world = await open();
  const { book, database } = world;
  world.isHeld = true;
  const chat = book.start();
  chat.addFiles([toText('a.txt')]);
  await expect.poll(() => world.requests.length, SLOW).toBe(1);
  await removeChats(book, [chat.row], () => {});
  expect(world.requests[0]?.signal.aborted).toBe(true);
  world.gate.resolve();
  await idle(chat);
  expect([await database.documents.count(), await database.passages.count()]).toEqual([0, 0]);
});

test('a document is not stored for a chat that another tab deleted', async () => {
  const { book, database, ports } = await open();
  const chat = book.start();
  await chat.ensureRow();
  await ports.store.conversations.remove(chat.id);
  const place = { id: 'd', conversationId: chat.id };
  const document = { ...place, name: 'a.txt', text: 'a', createdAt: 1 };
  await expect(chat.rows.addDocument(document, [], [])).rejects.toThrow('deleted');
  const file = { ...place, name: 'a.png', type: 'image/png', data: new Blob() };
  await expect(chat.rows.addFile(file)).rejects.toThrow('deleted');
  expect([await database.documents.count(), await database.files.count()]).toEqual([0, 0]);
});

test('deleting a chat stops its answer, and undoing it restores its text', async () => {
  const { book, ports, toasts } = await open();
  const chat = book.start();
  const tokens = Array.from({ length: 300 }, (_, i) => ` word${i}`);
  const sent = chat.send(`#script ${JSON.stringify({ tokens, delayMs: 5 })}`);
  await expect
    .poll(() => Object.values(chat.state.getState().live)[0]?.text ?? '', SLOW)
    .toContain('word1');
  await removeChats(book, [chat.row], () => {});
  await sent;
  expect(isAnswering(chat.state.getState())).toBe(false);
  expect(toasts.map(({ text }) => text.slice(0, 7))).toEqual(['Deleted']);
  await toasts[0]?.action?.run();
  const messages = await ports.store.conversations.messages(chat.id);
  expect(messages.map(({ role, state }) => `${role} ${state}`).sort()).toEqual([
    'assistant stopped',
    'user done',
  ]);
});

test('an answer has the settings of its chat, whichever is opened while its message is stored', async () => {
  const { book, requests } = await open();
  const chat = book.start();
  await chat.changeSettings({ system: 'Of the first.' });
  const sent = chat.send(says('one'));
  const other = book.start();
  await other.changeSettings({ system: 'Of the second.' });
  await sent;
  expect(requests.map(({ body }) => (body as { messages: object[] }).messages[0])).toEqual([
    { role: 'system', content: 'Of the first.' },
  ]);
  expect(texts(chat)).toEqual([says('one'), 'one']);
});

test('tools and waiting messages of a chat continue while another one is shown', async () => {
  const { book } = await open();
  const chat = book.start();
  const parameters = '{"type":"object","properties":{}}';
  await chat.changeSettings({
    tools: [{ name: 'find', description: '', parameters, code: 'return 1' }],
  });
  const call = { tool_calls: [{ name: 'find', arguments: {} }] };
  const sent = chat.send(`#script ${JSON.stringify(call)}`);
  await chat.send(says('two'));
  book.start();
  await sent;
  await idle(chat);
  expect(texts(chat).slice(2)).toEqual(['found', 'found', says('two'), 'two']);
});

test('a conversation is released when nothing shows it and it is idle', async () => {
  const world = await open();
  const { book } = world;
  const chat = book.start();
  await chat.send(says('one'));
  world.isHeld = true;
  const sent = chat.send(says('two'));
  await expect.poll(() => world.requests.length, SLOW).toBe(2);
  book.start();
  expect(book.conversations).toContain(chat);
  world.gate.resolve();
  await sent;
  await expect.poll(() => book.conversations, SLOW).not.toContain(chat);
  const reopened = await book.open(chat.id);
  expect(reopened && texts(reopened).at(-1)).toBe('two');
});

test('of two chats that are opened together the last one is shown', async () => {
  const { book, ports } = await open();
  const [first, second] = [book.start(), book.start()];
  await first.ensureRow();
  await second.ensureRow();
  book.start();
  await expect.poll(() => book.conversations, SLOW).toHaveLength(1);
  const { conversations } = ports.store;
  const read = conversations.get.bind(conversations);
  const gate = deferred();
  conversations.get = async (id) => {
    if (id === first.id) await gate.promise;
    return read(id);
  };
  const slow = book.open(first.id);
  await book.open(second.id);
  gate.resolve();
  await slow;
  expect(book.shown?.id).toBe(second.id);
});

test('two tabs that change the settings of one chat lose none, and see the messages of the other', async () => {
  const world = await open();
  const { book } = world;
  const second = new ChatBook(openSecondTab(world).ports);
  const stops = [book, second].map((each) => followStorage(each, () => {}));
  const chat = book.start();
  await chat.send(says('one'));
  const other = await second.open(chat.id);
  await chat.changeSettings({ system: 'Answer in verse.' });
  await other?.changeSettings({ sampling: { temperature: 0 } });
  const expected = { system: 'Answer in verse.', sampling: { temperature: 0 } };
  for (const tab of [chat, other]) {
    await expect.poll(() => tab?.row.settings, SLOW).toMatchObject(expected);
  }
  await other?.send(says('two'));
  await expect.poll(() => texts(chat).at(-1), SLOW).toBe('two');
  for (const stop of stops) stop();
});

test('a finished answer is neither drawn nor stored by a draw that was due', async () => {
  const { book, database } = await open();
  const chat = book.start();
  await chat.ensureRow();
  const base = { id: 'm', conversationId: chat.id, parentId: null, createdAt: 1, text: '' };
  const message = { ...base, role: 'assistant' as const, state: 'running' as const };
  chat.beginAnswer(message);
  await chat.saveMessage(message, 'm');
  const growing = new GrowingAnswer(chat, message);
  growing.apply({ choices: [{ delta: { content: 'raw' }, finish_reason: null }] });
  growing.apply({ choices: [{ delta: { content: ' text' }, finish_reason: null }] });
  const done = growing.finish({ state: 'done' });
  await chat.saveAnswer({ ...done, text: 'raw text [1]' });
  chat.endAnswer('m');
  // Longer than the pause between two draws.
  const end = performance.now() + 400;
  await expect.poll(() => performance.now(), { timeout: 5_000 }).toBeGreaterThan(end);
  expect((await database.messages.get('m'))?.text).toBe('raw text [1]');
  expect(chat.state.getState().live).toEqual({});
});

test('a new chat with a file that could not be stored is shown again by the next new chat', async () => {
  const { book } = await open();
  const chat = book.start();
  await chat.changeSettings({ model: 'scripted-vision' });
  const release = fillDisk('write');
  chat.addFiles([new File(['\u0089PNG'], 'heron.png', { type: 'image/png' })]);
  await expect.poll(() => chat.state.getState().problems.length, SLOW).toBe(1);
  release();
  const temporary = book.start(true);
  expect(temporary).not.toBe(chat);
  expect(book.start()).toBe(chat);
  chat.retryFiles();
  await expect.poll(() => chat.state.getState().attached.length, SLOW).toBe(1);
});

test('a list of chats whose check takes long does not replace a newer one', async () => {
  const { book, ports } = await open();
  const [gone, other] = [book.start(), book.start()];
  await gone.ensureRow();
  await other.ensureRow();
  const shown = (await book.open(gone.id)) as Conversation;
  const { conversations } = ports.store;
  await conversations.remove(gone.id);
  const read = conversations.get.bind(conversations);
  const gate = deferred();
  conversations.get = async (id) => {
    await gate.promise;
    return read(id);
  };
  const old = book.follow([]);
  conversations.get = read;
  await book.follow([other.row]);
  gate.resolve();
  await old;
  expect(book.state.getState().list?.map(({ id }) => id)).toEqual([other.id]);
  expect(book.conversations).not.toContain(shown);
});

test('chats that were deleted before one that cannot be come back by undoing it', async () => {
  const { book, ports, toasts } = await open();
  const [first, second] = [book.start(), book.start()];
  await first.ensureRow();
  await second.ensureRow();
  const { conversations } = ports.store;
  const remove = conversations.remove.bind(conversations);
  conversations.remove = (id) =>
    id === second.id ? Promise.reject(new Error('The connection is lost.')) : remove(id);
  await expect(removeChats(book, [first.row, second.row], () => {})).rejects.toThrow();
  await toasts.at(-1)?.action?.run();
  const stored = (await conversations.list()).map(({ id }) => id);
  expect(stored.sort()).toEqual([first.id, second.id].sort());
});

test('Stop ends the search of documents, and the message waits for the person', async () => {
  const world = await open();
  const { book, toasts, requests } = world;
  const chat = book.start();
  chat.addFiles([toText('a.txt')]);
  await expect.poll(() => chat.state.getState().documents.length, SLOW).toBe(1);
  await idle(chat);
  world.isHeld = true;
  const asked = requests.length;
  const sent = chat.send('Where does the heron live?');
  await expect.poll(() => requests.length, SLOW).toBeGreaterThan(asked);
  expect(statusOf(chat.state.getState())).toBe('answering');
  chat.stop();
  world.gate.resolve();
  await sent;
  expect(statusOf(chat.state.getState())).toBe('halted');
  expect(chat.state.getState().waiting).toMatchObject([{ text: 'Where does the heron live?' }]);
  expect([texts(chat), toasts]).toEqual([[], []]);
});

test('a chat begins with the sampling of its model, and keeps what a person chose', async () => {
  const { book, ports, requests } = await open();
  const card = ports.models.find('scripted-chat');
  vi.spyOn(ports.models, 'find').mockReturnValue({
    ...(card as NonNullable<typeof card>),
    temperature: 0.3,
    repeatsItself: true,
  });
  const chat = book.start();
  await chat.send(says('One.'));
  await idle(chat);
  await chat.changeSettings({ sampling: { frequencyPenalty: 0 } });
  await chat.send(says('Two.'));
  await idle(chat);
  const bodies = requests.filter(({ path }) => path === '/v1/chat/completions');
  expect(bodies.slice(0, 1).map(({ body }) => body)).toMatchObject([
    { temperature: 0.3, avoid_repetition: true },
  ]);
  expect(bodies.at(-1)?.body).toMatchObject({ temperature: 0.3, frequency_penalty: 0 });
  expect(bodies.at(-1)?.body).not.toHaveProperty('avoid_repetition');
});
