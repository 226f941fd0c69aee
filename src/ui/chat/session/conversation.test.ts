import { expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import type { ChatSettings, Message } from '#storage/chat-records.ts';
import { readDraft } from '#storage/drafts.ts';
import { fillDisk } from '#testing/fill-disk.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts, openSecondTab } from '#testing/test-ports.ts';
import { ChatBook } from './chat-book.ts';
import type { Conversation } from './conversation.ts';
import { SavedDraft } from './drafts.ts';
import { pathTo } from './message-tree.ts';

vi.mock('#sandbox/run-code.ts', () => ({
  runCode: async ({ code, argumentsText }: { code: string; argumentsText: string }) => ({
    ok: true,
    text: `${code} of ${argumentsText}`,
  }),
}));

const unmocked = setTimeout;
const script = (spec: object) => `#script ${JSON.stringify(spec)}`;
const says = (...tokens: string[]) => script({ tokens });

async function open(settings: Partial<ChatSettings> = {}) {
  const service = await createTestPorts();
  const book = new ChatBook(service.ports);
  await book.refreshList();
  const chat = book.start();
  await chat.changeSettings({ model: 'scripted-chat', ...settings });
  return { ...service, book, chat };
}

function shown(chat: Conversation): Message[] {
  const { tree, row } = chat.state.getState();
  return pathTo(tree, row.leafId);
}

const texts = (chat: Conversation) => shown(chat).map(({ role, text }) => `${role}: ${text}`);
const idle = (chat: Conversation) =>
  expect.poll(() => chat.state.getState().runs.length, { timeout: 20_000 }).toBe(0);

/** Lets answers of `/v1` through only when the gate opens. */
function holdAnswers({ ports }: Awaited<ReturnType<typeof open>>) {
  const gate = deferred();
  const { v1 } = ports;
  ports.v1 = async (...call) => {
    await gate.promise;
    return v1(...call);
  };
  return gate;
}

test('a message is answered, stored, and names the chat', async () => {
  const { chat, ports } = await open();
  await chat.send(says('Hel', 'lo'));
  expect(texts(chat)).toEqual([`user: ${says('Hel', 'lo')}`, 'assistant: Hello']);
  const id = chat.id;
  const stored = await ports.store.conversations.messages(id);
  expect(stored.map(({ role, text, state }) => [role, text, state]).sort()).toEqual([
    ['assistant', 'Hello', 'done'],
    ['user', says('Hel', 'lo'), 'done'],
  ]);
  expect((await ports.store.conversations.get(id))?.title).toMatch(/^#script/);
});

test('send queue: a message sent while an answer is written waits, then follows in order', async () => {
  const service = await open();
  const { chat } = service;
  const gate = holdAnswers(service);
  const first = chat.send(says('one'));
  await expect.poll(() => chat.state.getState().runs.length).toBe(1);
  await chat.send(says('two'));
  await chat.send(says('three'));
  expect(chat.state.getState().waiting.map(({ text }) => text)).toEqual([
    says('two'),
    says('three'),
  ]);
  gate.resolve();
  await first;
  await idle(chat);
  expect(texts(chat).filter((text) => text.startsWith('assistant'))).toEqual([
    'assistant: one',
    'assistant: two',
    'assistant: three',
  ]);
});

test('answers that are asked for meanwhile are written one after another', async () => {
  const service = await open();
  const { chat } = service;
  await chat.send(says('one'));
  const [first] = shown(chat).filter(({ role }) => role === 'assistant');
  if (!first) throw new Error('The answer is missing.');
  const gate = holdAnswers(service);
  const second = chat.send(says('two'));
  await expect.poll(() => chat.state.getState().runs.length).toBe(1);
  const again = chat.answerWith(first, 'scripted-chat');
  await expect.poll(() => chat.state.getState().runs.length).toBe(2);
  let most = 0;
  chat.state.subscribe(({ live }) => {
    most = Math.max(most, Object.keys(live).length);
  });
  gate.resolve();
  await Promise.all([second, again]);
  expect(most).toBe(1);
  expect(texts(chat)).toEqual([`user: ${says('one')}`, 'assistant: one']);
  expect(shown(chat).at(-1)?.id).not.toBe(first.id);
});

test('send queue: a failed answer pauses it until the user resumes', async () => {
  const service = await open();
  const { chat } = service;
  const gate = holdAnswers(service);
  const first = chat.send(script({ tokens: ['a', 'b'], failAfter: 1 }));
  await expect.poll(() => chat.state.getState().runs.length).toBe(1);
  await chat.send(says('later'));
  gate.resolve();
  await first;
  expect(shown(chat).at(-1)?.state).toBe('failed');
  expect(chat.state.getState().waiting).toMatchObject([{ text: says('later'), isHalted: true }]);
  chat.sendNext();
  await idle(chat);
  expect(shown(chat).at(-1)?.text).toBe('later');
});

test('send queue: a waiting message is recalled below the text in the composer', async () => {
  const service = await open();
  const { chat } = service;
  const gate = holdAnswers(service);
  const first = chat.send(says('one'));
  await expect.poll(() => chat.state.getState().runs.length).toBe(1);
  await chat.send('second');
  chat.setText('written since');
  await chat.recall(chat.state.getState().waiting[0]?.id ?? '');
  expect(chat.state.getState()).toMatchObject({ waiting: [], text: 'written since\n\nsecond' });
  gate.resolve();
  await first;
});

test('send queue: a message that cannot be stored returns to the queue and is not shown', async () => {
  const { chat, ports } = await open();
  ports.store.conversations.saveMessage = () => Promise.reject(new Error('The disk is full.'));
  await expect(chat.send('lost?')).rejects.toThrow('full');
  expect(shown(chat)).toEqual([]);
  expect(chat.state.getState().waiting).toMatchObject([{ text: 'lost?' }]);
});

test('an answer is stopped and continued where it stopped', async () => {
  const { chat } = await open();
  const tokens = Array.from({ length: 300 }, (_, i) => ` word${i}`);
  const sent = chat.send(script({ tokens, delayMs: 5 }));
  await expect.poll(() => Object.values(chat.state.getState().live)[0]?.text).toContain('word1');
  chat.stop();
  await sent;
  expect(shown(chat).at(-1)?.state).toBe('stopped');
  const before = shown(chat).at(-1)?.text ?? '';
  await chat.continue(shown(chat).at(-1) as Message);
  expect(shown(chat).at(-1)?.state).toBe('done');
  expect(shown(chat).at(-1)?.text.startsWith(before)).toBe(true);
});

test('an answer that another tab writes is not continued here', async () => {
  const service = await open();
  const { chat } = service;
  const answered = chat.send(script({ tokens: ['slow ', 'words'], delayMs: 2_000 }));
  const stored = () => service.ports.store.conversations.messages(chat.id);
  const isRunning = async () => (await stored()).some(({ state }) => state === 'running');
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(true);
  const tab = openSecondTab(service);
  const other = await new ChatBook(tab.ports).open(chat.id);
  const running = other && shown(other).at(-1);
  expect(running?.state).toBe('running');
  await other?.continue(running as Message);
  expect(tab.toasts).toMatchObject([{ text: 'This answer is being written in another tab.' }]);
  await answered;
  expect(shown(chat).at(-1)).toMatchObject({ text: 'slow words', state: 'done' });
  expect(await stored()).toContainEqual(
    expect.objectContaining({ text: 'slow words', state: 'done' }),
  );
});

test('drafts: unsent text comes back with its chat', async () => {
  const service = await open();
  const { chat, ports, database } = service;
  const draft = new SavedDraft(chat);
  await chat.send(says('hello'));
  chat.setText('unsent');
  await draft.stop();
  expect((await readDraft(database, chat.id))[0]?.text).toBe('unsent');
  const book = new ChatBook(ports);
  book.saveDrafts((conversation) => new SavedDraft(conversation));
  const reopened = await book.open(chat.id);
  await expect.poll(() => reopened?.state.getState().text, { timeout: 20_000 }).toBe('unsent');
});

test('drafts: two tabs that show one chat lose no words of one another', async () => {
  const service = await open();
  const draftOf = (conversation: Conversation) => new SavedDraft(conversation);
  await service.chat.send(says('hello'));
  const { id } = service.chat;
  const tabs = [openSecondTab(service), openSecondTab(service)];
  const books = tabs.map(({ ports }) => new ChatBook(ports));
  for (const [i, book] of books.entries()) {
    book.saveDrafts(draftOf);
    (await book.open(id))?.setText(`words of tab ${i}`);
  }
  const parts = async () => (await readDraft(service.database, id)).map(({ text }) => text).sort();
  await expect.poll(parts, { timeout: 20_000 }).toEqual(['words of tab 0', 'words of tab 1']);
  for (const { leave } of tabs) leave();
  const next = new ChatBook(openSecondTab(service).ports);
  next.saveDrafts(draftOf);
  const reopened = await next.open(id);
  const both = /^words of tab .\n\nwords of tab .$/;
  await expect.poll(() => reopened?.state.getState().text, { timeout: 20_000 }).toMatch(both);
  await expect.poll(async () => (await parts()).length, { timeout: 20_000 }).toBe(1);
});

test('drafts: a temporary chat stores nothing, and the text of a new chat comes along', async () => {
  const { book, chat, database } = await open();
  const stop = book.saveDrafts((conversation) => new SavedDraft(conversation));
  chat.setText('secret');
  await expect
    .poll(async () => (await readDraft(database, chat.id))[0]?.text, { timeout: 20_000 })
    .toBe('secret');
  const temporary = book.start(true);
  expect(temporary.state.getState().text).toBe('secret');
  stop();
  await expect.poll(() => database.drafts.count(), { timeout: 20_000 }).toBe(0);
});

test('drafts: the text of a new chat is restored once its tab has closed, and not before', async () => {
  const service = await open();
  const draftOf = (conversation: Conversation) => new SavedDraft(conversation);
  service.book.saveDrafts(draftOf);
  service.chat.setText('written in the first tab');
  await expect.poll(() => service.database.drafts.count(), { timeout: 20_000 }).toBe(1);
  const second = new ChatBook(openSecondTab(service).ports);
  second.saveDrafts(draftOf);
  const other = second.start();
  other.setText('written in the second');
  await expect.poll(() => service.database.drafts.count(), { timeout: 20_000 }).toBe(2);
  expect(other.state.getState().text).toBe('written in the second');
  service.leave();
  const third = new ChatBook(openSecondTab(service).ports);
  third.saveDrafts(draftOf);
  const next = third.start();
  await expect
    .poll(() => next.state.getState().text, { timeout: 20_000 })
    .toBe('written in the first tab');
});

test('drafts: the text of a new chat of a project comes back in its project, and in no other', async () => {
  const service = await open();
  const draftOf = (conversation: Conversation) => new SavedDraft(conversation);
  service.book.saveDrafts(draftOf);
  service.book.start(false, 'lease').setText('for the lease');
  const parts = async () =>
    (await service.database.drafts.toArray()).flatMap(({ parts = [] }) => parts);
  await expect.poll(parts, { timeout: 20_000 }).toMatchObject([{ project: 'lease' }]);
  service.leave();
  const second = new ChatBook(openSecondTab(service).ports);
  second.saveDrafts(draftOf);
  const other = second.start(false, 'garden');
  // Looked for and left: its own words are stored, and the others stay.
  other.setText('for the garden');
  await expect.poll(async () => (await parts()).length, { timeout: 20_000 }).toBe(2);
  expect(other.state.getState().text).toBe('for the garden');
  const third = new ChatBook(openSecondTab(service).ports);
  third.saveDrafts(draftOf);
  const next = third.start();
  await expect
    .poll(() => next.state.getState(), { timeout: 20_000 })
    .toMatchObject({ text: 'for the lease', row: { project: 'lease' } });
});

const TOOL = {
  name: 'add',
  description: 'Adds.',
  parameters: '{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}',
};
const CALL = script({ tool_calls: [{ name: 'add', arguments: { a: 1 } }] });

test('tool loop: a function with code runs, and its result is answered', async () => {
  const { chat } = await open({ tools: [{ ...TOOL, code: 'double' }] });
  await chat.send(CALL);
  expect(shown(chat).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(shown(chat)[1]?.toolCalls).toMatchObject([{ name: 'add', argumentsText: '{"a":1}' }]);
  expect(shown(chat).at(-1)?.text).toBe('double of {"a":1}');
});

test('tool loop: without code it waits for the user, and so does the queue', async () => {
  const { chat } = await open({ tools: [{ ...TOOL, code: '' }] });
  await chat.send(CALL);
  const asked = shown(chat).at(-1) as Message;
  expect(asked.role).toBe('assistant');
  await chat.sendToolResults(asked, ['42']);
  expect(texts(chat).slice(-2)).toEqual(['tool: 42', 'assistant: 42']);
});

test('tool loop: endless calls stop after ten rounds, with a note', async () => {
  const { chat, ports, toasts } = await open({ tools: [{ ...TOOL, code: 'again' }] });
  const call = { index: 0, id: 'c', function: { name: 'add', arguments: '{"a":1}' } };
  const chunk = { choices: [{ delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] };
  let calls = 0;
  ports.v1 = async () => {
    calls++;
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  };
  await chat.send('call for ever');
  expect(calls).toBe(11);
  expect(toasts.at(-1)?.text).toContain('10');
});

test('branches: an edited message and another answer leave the old ones in place', async () => {
  const { chat } = await open();
  await chat.send(says('one'));
  const [question, answer] = shown(chat) as [Message, Message];
  await chat.regenerate(answer);
  expect(shown(chat).at(-1)?.id).not.toBe(answer.id);
  await chat.edit(question, says('two'));
  expect(texts(chat)).toEqual([`user: ${says('two')}`, 'assistant: two']);
  const { tree } = chat.state.getState();
  expect(tree.children.get(null)?.length).toBe(2);
  expect(tree.children.get(question.id)?.length).toBe(2);
  await chat.showVersion(question.id);
  expect(shown(chat)[0]?.id).toBe(question.id);
});

test('branches: two models answer side by side, and the chat follows the first', async () => {
  const { chat } = await open({ secondModel: 'scripted-vision' });
  await chat.send(says('both'));
  const answers = [...chat.state.getState().tree.byId.values()].filter(
    (m) => m.role === 'assistant',
  );
  expect(answers.map(({ model, modelIndex, text }) => [model, modelIndex, text]).sort()).toEqual([
    ['scripted-chat', 0, 'both'],
    ['scripted-vision', 1, 'both'],
  ]);
  expect(shown(chat).at(-1)?.modelIndex).toBe(0);
});

test.each(['write', 'commit'] as const)(
  'a disk that is full at the %s: nothing is lost, and it is stored once there is room',
  async (when) => {
    const service = await open({ model: 'scripted-vision' });
    const { book, chat, ports, toasts, database } = service;
    const draft = new SavedDraft(chat);
    await chat.send(says('first'));
    const id = chat.id;
    const stored = () => ports.store.conversations.messages(id);
    const before = { ...(await ports.store.conversations.get(id)) };

    const gate = holdAnswers(service);
    const answered = chat.send(says('written', ' on a full disk'));
    const isRunning = async () => (await stored()).some(({ state }) => state === 'running');
    await expect.poll(isRunning).toBe(true);
    const release = fillDisk(when);
    gate.resolve();
    await answered;
    await idle(chat);
    expect(shown(chat).at(-1)).toMatchObject({ text: 'written on a full disk', state: 'done' });

    await expect(book.change(id, { title: 'Other', folder: 'Work' })).rejects.toThrow();
    const { title, folder } = chat.row;
    expect([title, folder]).toEqual([before.title, before.folder]);
    await expect(chat.send('waits')).rejects.toThrow();
    expect(chat.state.getState().waiting).toMatchObject([{ text: 'waits' }]);
    chat.setText('unsent words');
    const draftSaid = () => toasts.filter(({ text }) => text.startsWith('The draft'));
    await expect.poll(draftSaid, { timeout: 20_000 }).toMatchObject([
      {
        text: expect.stringContaining('There is no storage left'),
        stays: true,
        action: { label: 'Free up storage' },
      },
    ]);
    chat.addFiles([new File(['heron'], 'heron.png', { type: 'image/png' })]);
    await idle(chat);
    expect(chat.state.getState().problems).toMatchObject([
      { text: expect.stringContaining('There is no storage left'), help: '/settings/data' },
    ]);
    expect(toasts.every(({ text }) => !/Error|abort/i.test(text))).toBe(true);

    release();
    chat.sendNext();
    await idle(chat);
    chat.setText('unsent words, and more');
    await expect
      .poll(async () => (await readDraft(database, id))[0]?.text, { timeout: 20_000 })
      .toBe('unsent words, and more');
    expect((await stored()).map(({ text }) => text)).toContain('written on a full disk');
    expect((await stored()).filter(({ state }) => state !== 'done')).toEqual([]);
    await draft.stop();
  },
);

test('an answer that cannot be stored does not hold back later ones', async () => {
  const { chat, ports } = await open({ model: 'scripted-vision' });
  const { conversations } = ports.store;
  const save = conversations.saveMessage.bind(conversations);
  conversations.saveMessage = (message, leafId, now) =>
    message.state === 'done' && message.text === 'first'
      ? Promise.reject(new Error('It cannot be stored.'))
      : save(message, leafId, now);
  await chat.send(says('first'));
  await chat.send(says('second'));
  await idle(chat);
  const id = chat.id;
  const texts = (await conversations.messages(id)).map(({ text }) => text);
  expect(texts).toContain('second');
  expect(shown(chat).map(({ text }) => text)).toContain('first');
});

/** Documents are embedded by a model that is there. */
function chooseEmbedder(): void {
  stubLocalStorage();
  localStorage.setItem('alcove-preferences', '{"embeddingModel":"scripted-embed"}');
}

test('a text that cannot be stored as a document stays in the message box', async () => {
  chooseEmbedder();
  const { chat } = await open({ model: 'scripted-chat' });
  const text = 'a long text '.repeat(50);
  const release = fillDisk('write');
  chat.setText(text);
  chat.attachAsDocument(text);
  await idle(chat);
  expect(chat.state.getState().problems).toMatchObject([{ help: '/settings/data' }]);
  expect(chat.state.getState().text).toBe(text);
  release();
  chat.retryFiles();
  await idle(chat);
  expect(chat.state.getState()).toMatchObject({ text: '', problems: [] });
  expect(chat.state.getState().documents).toMatchObject([{ text }]);
});

test('a pasted text that cannot be stored is attached once there is storage, whatever is sent meanwhile', async () => {
  chooseEmbedder();
  const { chat } = await open({ model: 'scripted-chat' });
  const release = fillDisk('write');
  chat.attachText('the only copy of a text');
  await idle(chat);
  chat.addFiles([new File([new Uint8Array([0, 1, 2])], 'a.bin')]);
  await idle(chat);
  release();
  await chat.send(says('hello'));
  await idle(chat);
  expect(chat.state.getState().documents).toEqual([]);
  chat.retryFiles();
  await idle(chat);
  expect(chat.state.getState().problems).toMatchObject([{ name: 'a.bin', isFolded: true }]);
  expect(chat.state.getState().documents).toMatchObject([{ text: 'the only copy of a text' }]);
});

test('refused files are named until a person dismisses them, whatever is sent and opened meanwhile', async () => {
  chooseEmbedder();
  const { book, chat, ports } = await open({ model: 'scripted-chat' });
  book.saveDrafts((conversation) => new SavedDraft(conversation));
  const binary = (name: string) => new File([new Uint8Array([0, 1, 2])], name);
  const named = (of: Conversation) => of.state.getState().problems.map(({ name }) => name);
  chat.addFiles([new File(['a heron'], 'heron.txt'), binary('a.bin'), binary('b.bin')]);
  await idle(chat);
  await chat.send(says('hello'));
  chat.addFiles([binary('c.bin')]);
  await idle(chat);
  expect(named(chat)).toEqual(['a.bin', 'b.bin', 'c.bin']);
  // Earlier refusals are folded.
  expect(chat.state.getState().problems.map(({ isFolded = false }) => isFolded)).toEqual([
    true,
    true,
    false,
  ]);
  // Another try with a file takes the place of its refusal.
  chat.addFiles([new File(['text after all'], 'b.bin')]);
  await idle(chat);
  expect(named(chat)).toEqual(['a.bin', 'c.bin']);

  const reopen = async () => {
    book.start();
    await expect.poll(() => book.conversations.map(({ id }) => id)).not.toContain(chat.id);
    return (await book.open(chat.id)) as Conversation;
  };
  const reopened = await reopen();
  await expect.poll(() => named(reopened)).toEqual(['a.bin', 'c.bin']);
  expect(reopened.state.getState().problems[0]?.text).toContain('a.bin');
  // Stored without the delay of typed text: the page may be reloaded within it.
  await book.saveDraft(chat.id);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((...given: Parameters<typeof setTimeout>) =>
    given[1] === 1_000 ? 0 : unmocked(...given)) as typeof setTimeout);
  reopened.discardFiles();
  await expect.poll(() => readDraft(ports.store.database, chat.id)).toEqual([]);
  timers.mockRestore();
  const again = await reopen();
  await expect.poll(() => readDraft(ports.store.database, chat.id)).toEqual([]);
  expect(named(again)).toEqual([]);
});

test('a chat that could not be read is opened by the next try', async () => {
  const { book, chat, ports } = await open();
  await chat.send(says('hello'));
  book.start();
  await expect.poll(() => book.conversations).not.toContain(chat);
  const { conversations } = ports.store;
  const read = conversations.messages.bind(conversations);
  conversations.messages = () => Promise.reject(new DOMException('Lost.', 'UnknownError'));
  await expect(book.open(chat.id)).rejects.toThrow('Lost.');
  expect(book.shown).toBeNull();
  conversations.messages = read;
  const reopened = await book.open(chat.id);
  expect(reopened && texts(reopened).at(-1)).toBe('assistant: hello');
});

test('comparing takes another model of this device, or asks for one where there is none', async () => {
  const { chat, ports } = await open();
  await chat.compare();
  expect(chat.row.settings.secondModel).not.toBe('scripted-chat');
  expect(chat.row.settings.secondModel).not.toBeNull();
  await chat.compare();
  expect(chat.row.settings.secondModel).toBeNull();
  const list = ports.models.list().filter(({ id }) => id === 'scripted-chat');
  ports.models.list = () => list;
  await chat.compare();
  expect(chat.row.settings.secondModel).toBeNull();
  expect(chat.state.getState().choosesSecond).toBe(true);
});
