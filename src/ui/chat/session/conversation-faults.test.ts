import { expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import type { ChatSettings, Message } from '#storage/chat-records.ts';
import { fillDisk } from '#testing/fill-disk.ts';
import { createTestPorts, openSecondTab } from '#testing/test-ports.ts';
import { ChatBook } from './chat-book.ts';
import type { Conversation } from './conversation.ts';
import { statusOf } from './conversation-state.ts';
import { SavedDraft } from './drafts.ts';
import { followStorage } from './follow-storage.ts';
import { pathTo } from './message-tree.ts';

const sandbox = vi.hoisted(() => ({ runs: 0, during: (_: AbortSignal | undefined) => {} }));
vi.mock('#sandbox/run-code.ts', () => ({
  runCode: async (_: object, signal?: AbortSignal) => {
    sandbox.runs++;
    sandbox.during(signal);
    return { ok: true, text: 'result' };
  },
}));
const says = (...tokens: string[]) => `#script ${JSON.stringify({ tokens })}`;
const WAIT = { timeout: 20_000 };

async function open(settings: Partial<ChatSettings> = {}) {
  const service = await createTestPorts();
  const book = new ChatBook(service.ports);
  await book.refreshList();
  const chat = book.start();
  await chat.changeSettings({ model: 'scripted-vision', ...settings });
  return { ...service, book, chat };
}

const shown = ({ state }: Conversation) =>
  pathTo(state.getState().tree, state.getState().row.leafId);
const texts = (chat: Conversation) => shown(chat).map(({ text }) => text);
const idle = (chat: Conversation) =>
  expect.poll(() => chat.state.getState().runs.length, WAIT).toBe(0);

const TOOL = { name: 'add', description: 'Adds.', parameters: '{"type":"object"}', code: 'double' };
const callOf = (argumentsText: string) => {
  const call = { index: 0, id: 'c', function: { name: 'add', arguments: argumentsText } };
  return `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`;
};

test('a call that is stopped in the middle of its arguments is not run', async () => {
  const { chat, ports } = await open({ tools: [TOOL] });
  sandbox.runs = 0;
  let requests = 0;
  ports.v1 = async (_, __, signal) => {
    requests++;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(callOf('{"a":')));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  };
  const sent = chat.send('call it');
  const hasCall = () => Object.keys(chat.state.getState().live).length > 0 && requests > 0;
  await expect.poll(hasCall, WAIT).toBe(true);
  chat.stop();
  await sent;
  expect([sandbox.runs, requests]).toEqual([0, 1]);
  expect(shown(chat).at(-1)).toMatchObject({ role: 'assistant', state: 'stopped' });
});

test('Stop ends a function that runs, and no answer follows', async () => {
  const { chat, ports } = await open({ tools: [TOOL] });
  let requests = 0;
  ports.v1 = async () => {
    requests++;
    return new Response(`${callOf('{"a":1}')}data: [DONE]\n\n`);
  };
  sandbox.during = (signal) => {
    expect(Object.keys(chat.state.getState().live)).toHaveLength(1);
    chat.stop();
    expect(signal?.aborted).toBe(true);
  };
  await chat.send('call it');
  sandbox.during = () => {};
  expect(requests).toBe(1);
  expect(shown(chat).map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(chat.state.getState().live).toEqual({});
});

test('results that are sent twice are stored and answered once', async () => {
  const { chat, ports } = await open({ tools: [{ ...TOOL, code: '' }] });
  let requests = 0;
  const { v1 } = ports;
  ports.v1 = async (...call) =>
    ++requests === 1 ? new Response(`${callOf('{"a":1}')}data: [DONE]\n\n`) : v1(...call);
  await chat.send('call it');
  const asked = shown(chat).at(-1) as Message;
  await Promise.all([chat.sendToolResults(asked, ['42']), chat.sendToolResults(asked, ['42'])]);
  const roles = [...chat.state.getState().tree.byId.values()].map(({ role }) => role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
});

test('Stop ends the second model where the answer of the first could not be stored', async () => {
  const { chat, ports } = await open({ secondModel: 'scripted-chat' });
  ports.v1 = async (_, __, signal) => {
    signal.throwIfAborted();
    const start = (body: ReadableStreamDefaultController) =>
      signal.addEventListener('abort', () => body.error(signal.reason));
    return new Response(new ReadableStream({ start }));
  };
  const { saveMessage } = chat.rows;
  const failed = deferred();
  chat.rows.saveMessage = async (message, ...rest) => {
    if (message.modelIndex !== 0) return saveMessage.call(chat.rows, message, ...rest);
    failed.resolve();
    throw new Error('The connection is lost.');
  };
  const sent = chat.send('hello');
  await failed.promise;
  await expect.poll(() => Object.keys(chat.state.getState().live).length, WAIT).toBe(1);
  chat.stop();
  await sent;
  const answers = [...chat.state.getState().tree.byId.values()].slice(1);
  expect(answers).toMatchObject([{ modelIndex: 1, state: 'stopped' }]);
});

test('an answer that ends leaves the branch that another tab has chosen meanwhile', async () => {
  const service = await open();
  const { chat, ports } = service;
  await chat.send(says('first'));
  const gate = deferred();
  const { v1 } = ports;
  ports.v1 = async (...call) => {
    await gate.promise;
    return v1(...call);
  };
  const answered = chat.send(says('slow'));
  const stored = () => ports.store.conversations.messages(chat.id);
  await expect.poll(async () => (await stored()).length, WAIT).toBe(4);
  const other = (await new ChatBook(openSecondTab(service).ports).open(chat.id)) as Conversation;
  await other.send(says('quick'));
  gate.resolve();
  await answered;
  const row = await ports.store.conversations.get(chat.id);
  const leaf = (await stored()).find(({ id }) => id === row?.leafId);
  expect(leaf).toMatchObject({ text: 'quick', state: 'done' });
});

test('a chat that only this page changes is not read again, however long it is', async () => {
  const { book, chat, ports } = await open();
  await chat.send(says('first'));
  const { conversations } = ports.store;
  const read = conversations.messages.bind(conversations);
  let reads = 0;
  conversations.messages = async (id) => {
    reads++;
    return read(id);
  };
  const stop = followStorage(book, () => {});
  await chat.send(says('second'));
  const row = await conversations.get(chat.id);
  const isFollowed = () =>
    book.state.getState().list?.some((it) => it.updatedAt === row?.updatedAt);
  await expect.poll(isFollowed, WAIT).toBe(true);
  await idle(chat);
  for (let i = 0; i < 20; i++) await conversations.list();
  stop();
  expect(reads).toBe(0);
});

test('what another tab wrote is read, also where a change of this page hides its time', async () => {
  const service = await open();
  const { book, chat } = service;
  await chat.send(says('first'));
  const other = (await new ChatBook(openSecondTab(service).ports).open(chat.id)) as Conversation;
  await other.send(says('theirs'));
  await chat.send(says('ours'));
  const stop = followStorage(book, () => {});
  const all = () => [...chat.state.getState().tree.byId.values()].map(({ text }) => text);
  await expect.poll(all, WAIT).toContain('theirs');
  stop();
});

test('words that a full disk refuses stay with their chat while another is shown', async () => {
  const service = await open();
  const { book, chat } = service;
  book.saveDrafts((conversation) => new SavedDraft(conversation));
  await chat.send(says('hello'));
  const other = book.start();
  await other.send(says('there'));
  await book.open(chat.id);
  const release = fillDisk('write');
  const again = (await book.open(chat.id)) as Conversation;
  again.setText('precious words');
  await again.send('and a message').catch(() => {});
  await book.open(other.id);
  const refused = () => service.toasts.some(({ text }) => text.startsWith('The draft'));
  await expect.poll(refused, WAIT).toBe(true);
  // The release of a chat that nothing shows comes after its draft.
  for (let i = 0; i < 20; i++) await service.database.conversations.count();
  const back = (await book.open(chat.id)) as Conversation;
  expect(back.state.getState()).toMatchObject({
    text: 'precious words',
    waiting: [{ text: 'and a message' }],
  });
  release();
});

test('an answer that cannot be stored at its start cuts nothing off', async () => {
  const { chat, ports } = await open();
  await chat.send(says('one'));
  const before = texts(chat);
  const release = fillDisk('write');
  await expect(chat.regenerate(shown(chat).at(-1) as Message)).rejects.toThrow();
  expect(texts(chat)).toEqual(before);
  release();
  await chat.send(says('two'));
  expect(texts(chat)).toEqual([...before, says('two'), 'two']);
  const row = await ports.store.conversations.get(chat.id);
  const byId = new Map(
    (await ports.store.conversations.messages(chat.id)).map((message) => [message.id, message]),
  );
  let length = 0;
  for (let id = row?.leafId ?? null; id !== null; id = byId.get(id)?.parentId ?? null) length++;
  expect(length).toBe(4);
});

test('a message that is sent while the chat cannot be read waits, and the next try reads it', async () => {
  const { book, chat, ports } = await open();
  await chat.send(says('hello'));
  const { conversations } = ports.store;
  const read = conversations.messages.bind(conversations);
  conversations.messages = () => Promise.reject(new Error('The connection is lost.'));
  chat.sync.load();
  await expect(chat.send(says('kept'))).rejects.toThrow();
  expect(chat.state.getState().waiting).toMatchObject([{ text: says('kept'), isHalted: true }]);
  conversations.messages = read;
  chat.sendNext();
  await idle(chat);
  expect(texts(chat)).toEqual([says('hello'), 'hello', says('kept'), 'kept']);
  expect(book.shown).toBe(chat);
});

test('an edit that failed is sent to its own place, and a file of the original stays', async () => {
  const { chat, ports, database } = await open();
  chat.addFiles([new File(['\u0089PNG'], 'heron.png', { type: 'image/png' })]);
  await expect.poll(() => chat.state.getState().attached.length, WAIT).toBe(1);
  await chat.send(says('one'));
  const [question] = shown(chat) as [Message];
  await chat.send(says('two'));
  const before = texts(chat);
  const release = fillDisk('write');
  await expect(chat.edit(question, says('edited'))).rejects.toThrow();
  expect(texts(chat)).toEqual(before);
  release();
  chat.sendNext();
  await idle(chat);
  expect(texts(chat)).toEqual([says('edited'), 'edited']);
  expect(shown(chat)[0]?.parentId).toBeNull();

  const again = fillDisk('write');
  await expect(chat.edit(shown(chat)[0] as Message, says('again'))).rejects.toThrow();
  again();
  await chat.recall(chat.state.getState().waiting[0]?.id ?? '');
  const [file = ''] = question.files ?? [];
  chat.detach(file);
  expect(chat.state.getState().attached).toEqual([]);
  await ports.store.opened;
  expect(await database.files.get(file)).toBeDefined();
});

test('a chat that another tab deletes is left, also where the list is older than another chat', async () => {
  const { book, chat, ports } = await open();
  const gate = deferred();
  const { v1 } = ports;
  ports.v1 = async (...call) => {
    await gate.promise;
    return v1(...call);
  };
  const answered = chat.send(says('hello'));
  const { conversations } = ports.store;
  await expect.poll(async () => (await conversations.list()).length, WAIT).toBe(1);
  const deleted = book.start();
  await deleted.ensureRow();
  await conversations.remove(deleted.id);
  // Read before the first chat was stored.
  expect(await book.follow([])).toBe(true);
  expect(book.shown?.id).not.toBe(deleted.id);
  expect(book.conversations).toContain(chat);
  gate.resolve();
  await answered;
  expect(texts(chat)).toEqual([says('hello'), 'hello']);
});

test('Stop between an answer and its tools ends both, and nothing runs afterwards', async () => {
  const { chat, ports } = await open({ tools: [TOOL] });
  sandbox.runs = 0;
  let requests = 0;
  ports.v1 = async () => {
    requests++;
    return new Response(`${callOf('{"a":1}')}data: [DONE]\n\n`);
  };
  // The moment at which nothing is drawn as being written.
  const { onAnswered } = chat.events;
  chat.events.onAnswered = (done) => {
    onAnswered(done);
    queueMicrotask(() => chat.stop());
  };
  await chat.send('call it');
  expect([requests, sandbox.runs]).toEqual([1, 0]);
  expect(statusOf(chat.state.getState())).toBe('idle');
});

test('an answer that a full disk refused stays on the page while another tab changes its chat', async () => {
  const { chat, ports } = await open();
  await chat.send(says('one'));
  const { saveMessage } = chat.rows;
  const full = new DOMException('full', 'QuotaExceededError');
  chat.rows.saveMessage = async (message, leafId, now) => {
    if (message.state === 'done' && message.role === 'assistant') throw full;
    await saveMessage.call(chat.rows, message, leafId, now);
  };
  await chat.send(says('two'));
  expect(shown(chat).at(-1)).toMatchObject({ text: 'two', state: 'done' });
  const row = await ports.store.conversations.get(chat.id);
  if (row) chat.sync.follow({ ...row, updatedAt: row.updatedAt + 1 });
  await chat.sync.loaded;
  expect(shown(chat).at(-1)).toMatchObject({ text: 'two', state: 'done' });
});

test('the branch that a search has led to stays when another chat changes', async () => {
  const { chat, ports } = await open();
  await chat.send(says('one'));
  const [question, answer] = shown(chat) as [Message, Message];
  await chat.edit(question, says('edited'));
  await chat.jumpTo(answer.id);
  expect(texts(chat)).toEqual([says('one'), 'one']);
  const row = await ports.store.conversations.get(chat.id);
  if (row) chat.sync.follow(row);
  await chat.sync.loaded;
  expect(texts(chat)).toEqual([says('one'), 'one']);
  // A full disk does not keep a person from reading.
  const release = fillDisk('write');
  await chat.jumpTo(chat.row.leafId === answer.id ? question.id : answer.id);
  release();
});

test('settings that are changed while a chat is stored for the first time are not overwritten', async () => {
  const { chat, ports } = await open();
  const { rows } = chat;
  const gate = deferred();
  const { change } = rows;
  rows.change = async (changes) => {
    await gate.promise;
    await change.call(rows, changes);
  };
  const added = chat.ensureRow();
  const settings = chat.changeSettings({ system: 'Answer in verse.' });
  const stored = () => ports.store.conversations.get(chat.id);
  await expect.poll(async () => (await stored()) !== undefined, WAIT).toBe(true);
  // Another page, or this one, sees the row before the change is in it.
  const row = await stored();
  if (row) chat.sync.follow(row);
  expect(chat.row.settings.system).toBe('Answer in verse.');
  gate.resolve();
  await Promise.all([added, settings]);
  expect((await stored())?.settings.system).toBe('Answer in verse.');
});

test('files of a message that waits are not more than a message may have', async () => {
  const { chat } = await open();
  const picture = (i: number) => new File(['\u0089PNG'], `${i}.png`, { type: 'image/png' });
  chat.addFiles(Array.from({ length: 24 }, (_, i) => picture(i)));
  const sent = chat.send(says('seen'));
  await sent;
  await idle(chat);
  const sentFiles = shown(chat)[0]?.files ?? chat.state.getState().waiting[0]?.files ?? [];
  expect(sentFiles).toHaveLength(20);
  expect(chat.state.getState().problems).toHaveLength(4);
});
