import { expect, test, vi } from 'vitest';
import type { Message } from '#storage/chat-records.ts';
import { message as parseMessage } from '#storage/rows/chat-rows.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { tablesText } from '#ui/messages/tables.ts';
import { ChatBook } from './chat-book.ts';
import type { Conversation } from './conversation.ts';
import { pathTo } from './message-tree.ts';

const FILES: Record<string, string> = {
  'a-roof.txt':
    'Notes on the roof\n\nThe deadline for the roof is 4 May. Tea was served. The deadline for the roof is 4 May.',
  'b-hall.txt': 'The lease of the hall ends in June. The forms are due on 9 June. It rained.',
  'c-garden.txt': 'The hedge was cut. The deadline for seeds is 1 March.',
};
const QUESTION = 'List all deadlines in these files.';
const DUE = [
  'The deadline for the roof is 4 May.',
  'The forms are due on 9 June.',
  'The deadline for seeds is 1 March.',
];

interface Body {
  messages: { content: string }[];
}

/** A chat with the files. `judge` answers in place of the model that is asked about a line. */
async function open(judge: ((line: string) => Promise<boolean>) | null, files = FILES) {
  stubLocalStorage();
  localStorage.setItem('alcove-preferences', '{"embeddingModel":"scripted-embed"}');
  const service = await createTestPorts();
  const { ports } = service;
  const { v1 } = ports;
  const asked: string[] = [];
  ports.v1 = async (path, body, signal) => {
    if (path !== '/v1/chat/completions' || !judge) return v1(path, body, signal);
    const content = (body as Body).messages[0]?.content ?? '';
    const line = /^Line from \S+: (.*)$/m.exec(content)?.[1] ?? '';
    asked.push(line);
    const isDue = await judge(line);
    signal.throwIfAborted();
    const top = ['Yes', ' no'].map((token, i) => ({
      token,
      logprob: isDue === (i === 0) ? -0.001 : -15,
    }));
    return Response.json({
      choices: [{ message: { content: 'x' }, logprobs: { content: [{ top_logprobs: top }] } }],
      usage: { total_tokens: 50 },
    });
  };
  const book = new ChatBook(ports);
  await book.refreshList();
  const chat = book.start();
  await chat.changeSettings({ model: 'scripted-chat' });
  chat.addFiles(Object.entries(files).map(([name, text]) => new File([text], name)));
  const count = Object.keys(files).length;
  await expect.poll(() => chat.state.getState().documents.length).toBe(count);
  await expect.poll(() => chat.state.getState().runs.length).toBe(0);
  return { ...service, chat, asked };
}

const last = (chat: Conversation): Message => {
  const { tree, row } = chat.state.getState();
  return pathTo(tree, row.leafId).at(-1) as Message;
};

const isDue = (line: string) => /deadline|due/.test(line);

test('a model reads every line, and those that belong are quoted from their places', async () => {
  const { chat, asked, ports } = await open(async (line) => isDue(line));
  await chat.send(QUESTION);
  const { sources = [], listing, text, state } = last(chat);
  expect(state).toBe('done');
  expect(sources.map((source) => source.text)).toEqual(DUE);
  for (const { documentName, start, end, text: line } of sources) {
    expect(FILES[documentName]?.slice(start, end)).toBe(line);
  }
  // A line that its file repeats is asked about, and listed once.
  expect(asked).toHaveLength(9);
  const counts = { isJudged: true, found: 3, read: 9, lines: 9, files: 3, tokens: 450 };
  expect(listing).toMatchObject({ kind: 'list', ...counts });
  expect(text).toContain('3 lines in 3 files');
  expect(text).toContain('- The forms are due on 9 June. [2]');
  const stored = await ports.store.conversations.messages(chat.id);
  const kept = stored.find(({ role }) => role === 'assistant');
  expect(parseMessage.parse(kept)).toEqual(kept);
  expect(stored.find(({ role }) => role === 'user')?.everything).toBe('list');
});

test('a question that asks for one thing is answered from passages', async () => {
  const { chat } = await open(null);
  await chat.send('When are the forms due?');
  const { tree } = chat.state.getState();
  const question = [...tree.byId.values()].find(({ role }) => role === 'user');
  expect(question?.everything).toBeUndefined();
  expect(question?.sources?.length).toBeGreaterThan(0);
  expect(last(chat).listing).toBeUndefined();
});

test('a question about a picture of its own is answered by a model that sees it', async () => {
  const { chat } = await open(async () => true);
  await chat.changeSettings({ model: 'scripted-vision' });
  chat.addFiles([new File(['\u0089PNG'], 'scan.png', { type: 'image/png' })]);
  await expect.poll(() => chat.state.getState().attached.length).toBe(1);
  await chat.send(QUESTION);
  const { tree } = chat.state.getState();
  const question = [...tree.byId.values()].find(({ role }) => role === 'user');
  expect(question?.files).toHaveLength(1);
  expect(question?.everything).toBeUndefined();
  expect(last(chat).listing).toBeUndefined();
});

test('without a model of general use, lines are found by words and meaning', async () => {
  const { chat, ports, asked } = await open(async () => true);
  const { find } = ports.models;
  ports.models.find = (id) => {
    const card = find(id);
    return card && id === 'scripted-chat' ? { ...card, scope: 'app' } : card;
  };
  await chat.send(QUESTION);
  const { sources = [], listing } = last(chat);
  expect(asked).toEqual([]);
  expect(sources.map((source) => source.text)).toEqual(expect.arrayContaining([DUE[0], DUE[2]]));
  for (const { documentName, start, end, text } of sources) {
    expect(FILES[documentName]?.slice(start, end)).toBe(text);
  }
  expect(listing).toMatchObject({ read: 9, tokens: 0 });
});

test('a model that is unsure of every line leaves the answer to words and meaning', async () => {
  const words = Array.from(
    { length: 20 },
    (_, i) => `Day ${'abcdefghijklmnopqrst'[i]} was dull.`,
  ).join(' ');
  const service = await open(async (line) => isDue(line), { ...FILES, 'diary.txt': words });
  const { chat, asked, ports } = service;
  const { v1 } = ports;
  ports.v1 = async (path, body, signal) => {
    const response = await v1(path, body, signal);
    if (path !== '/v1/chat/completions') return response;
    const unsure = [
      { token: 'yes', logprob: -0.4 },
      { token: 'no', logprob: -1.1 },
    ];
    const logprobs = { content: [{ top_logprobs: unsure }] };
    const usage = { total_tokens: 20 };
    return Response.json({ choices: [{ message: { content: 'yes' }, logprobs }], usage });
  };
  await chat.send(QUESTION);
  const { listing, sources = [] } = last(chat);
  expect(asked).toHaveLength(16);
  expect(listing).toMatchObject({ isUnsure: true, isJudged: false, tokens: 320, read: 29 });
  expect(sources.map(({ text }) => text)).toContain(DUE[0]);
});

test('Stop ends the reading and leaves the lines found so far', async () => {
  let read = 0;
  const { chat, asked } = await open(async (line) => {
    if (++read === 4) chat.stop();
    return isDue(line);
  });
  await chat.send(QUESTION);
  const { state, listing, sources = [] } = last(chat);
  expect(state).toBe('stopped');
  expect(listing?.read).toBe(3);
  expect(asked).toHaveLength(4);
  expect(sources.length).toBeGreaterThan(0);
});

test('a long run waits for the person, who may end it with what the search found', async () => {
  const words = 'one two three four five six seven eight nine ten'.split(' ');
  const diary = words
    .map((word) => `On day ${word} it rained. On day ${word} it snowed.`)
    .join(' ');
  const files = { ...FILES, 'diary.txt': diary };
  const { chat, asked } = await open(async (line) => isDue(line), files);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10_000;
    return now;
  });
  const sent = chat.send(QUESTION);
  const waiting = () => Object.values(chat.state.getState().live)[0]?.listing;
  await expect.poll(() => waiting()?.decide).toBeDefined();
  expect(waiting()?.secondsLeft).toBeGreaterThan(60);
  waiting()?.decide?.(false);
  await sent;
  vi.restoreAllMocks();
  expect(asked).toHaveLength(16);
  const { state, listing, sources = [] } = last(chat);
  expect(state).toBe('done');
  expect(listing).toMatchObject({ isJudged: false, tokens: 800 });
  expect(sources.map(({ text }) => text)).toContain(DUE[0]);
});

test('a failure of the model is said, and the lines found so far stay', async () => {
  let read = 0;
  const { chat } = await open(async (line) => {
    if (++read === 4) throw new Error('gone');
    return isDue(line);
  });
  await chat.send(QUESTION);
  const { state, error, sources = [] } = last(chat);
  expect(state).toBe('failed');
  expect(error).toBeTruthy();
  expect(sources.length).toBeGreaterThan(0);
});

test('Continue reads the files of a stopped list again, and no model writes on', async () => {
  let read = 0;
  const { chat, asked } = await open(async (line) => {
    if (++read === 4) chat.stop();
    return isDue(line);
  });
  await chat.send(QUESTION);
  await chat.continue(last(chat));
  const { state, listing, sources = [], text } = last(chat);
  expect(state).toBe('done');
  expect(asked).toHaveLength(4 + 9);
  expect(asked).not.toContain('');
  expect(listing).toMatchObject({ read: 9, lines: 9 });
  expect(sources.map((source) => source.text)).toEqual(DUE);
  expect(text.match(/lines in/g)).toHaveLength(1);
});

test('a continued list that is stopped sooner leaves the earlier lines', async () => {
  let read = 0;
  const { chat } = await open(async (line) => {
    if (++read === 6 || read === 8) chat.stop();
    return isDue(line);
  });
  await chat.send(QUESTION);
  const before = last(chat);
  expect(before.listing?.read).toBe(5);
  await chat.continue(before);
  expect(last(chat)).toEqual(before);
});

test('without vectors the answer says that words alone found the lines', async () => {
  const { chat, ports } = await open(async () => {
    throw new Error('gone');
  });
  const { v1 } = ports;
  ports.v1 = async (path, ...rest) => {
    if (path === '/v1/embeddings') throw new Error('no model');
    return v1(path, ...rest);
  };
  await chat.send(QUESTION);
  const { state, listing, sources = [] } = last(chat);
  expect(state).toBe('failed');
  // The model has read nothing, but the search has.
  expect(listing).toMatchObject({ isByWords: true, read: 9, tokens: 0 });
  expect(sources.map(({ text }) => text)).toEqual([DUE[0], DUE[2]]);
});

test('a list that is stopped before any line was read claims nothing of the files', async () => {
  const { chat, ports } = await open(null);
  const { v1 } = ports;
  ports.v1 = async (path, ...rest) => {
    if (path === '/v1/embeddings') chat.stop();
    return v1(path, ...rest);
  };
  await chat.send(QUESTION);
  const { state, listing, text } = last(chat);
  expect(state).toBe('stopped');
  expect(listing).toMatchObject({ read: 0, lines: 9, found: 0 });
  expect(text).toBe(tablesText.notRead);
});

test('a list that is stopped without a line found speaks of the lines read alone', async () => {
  let read = 0;
  const { chat } = await open(async () => {
    if (++read === 4) chat.stop();
    return false;
  });
  await chat.send(QUESTION);
  const { listing, text } = last(chat);
  expect(listing).toMatchObject({ read: 3, lines: 9, found: 0 });
  expect(text).toBe(tablesText.noneSoFar);
});

test('of very many lines all are counted, each once, and the first are listed', async () => {
  const lines = Array.from({ length: 620 }, (_, i) => `The deadline of part ${i} is 4 May.`);
  const files = { 'a.txt': [...lines, ...lines].join('\n\n'), 'b.txt': lines[0] ?? '' };
  const { chat, ports } = await open(null, files);
  const { find } = ports.models;
  ports.models.find = (id) => {
    const card = find(id);
    return card && id === 'scripted-chat' ? { ...card, scope: 'app' } : card;
  };
  await chat.send(QUESTION);
  const { listing, sources = [], text } = last(chat);
  expect(listing).toMatchObject({ lines: 1_241, found: 621 });
  expect(sources).toHaveLength(500);
  expect(text.split('\n').slice(0, 2)).toEqual([
    tablesText.found(621, 2),
    tablesText.onlyFirst('500'),
  ]);
  expect(text).toContain('[500]');
  expect(text).not.toContain('[501]');
});
