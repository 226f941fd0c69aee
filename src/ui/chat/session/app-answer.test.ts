import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { useHost } from '#ui/state/models.ts';
import { useSent } from '#ui/state/sent.ts';
import { ChatBook } from './chat-book.ts';
import { pathTo } from './message-tree.ts';
import { removeChats } from './remove-chats.ts';

/** A chat with Guide; a request to it would fail, as only scripted models run here. */
async function open(hasProviders = false) {
  const { ports } = await createTestPorts();
  const scripted = useHost.getState().models;
  const book = new ChatBook({
    ...ports,
    models: { ...ports.models, hasProviders: () => hasProviders },
  });
  const guide = EMBEDDED_MODELS.map(toModelView).filter(({ scope }) => scope === 'app');
  useHost.setState({ models: guide });
  const chat = book.start();
  await chat.changeSettings({ model: guide[0]?.id ?? '' });
  const last = () => {
    const { tree, row } = chat.state.getState();
    return pathTo(tree, row.leafId).at(-1);
  };
  return { book, chat, ports, last, scripted, guide };
}

/** The scripted model says it again. */
const POEM = 'Write a poem about roses';

test('a question about privacy is answered by the app, with the count of requests', async () => {
  const { chat, last, ports } = await open();
  useSent.setState({ sinceOpened: 2 });
  await chat.send('Is it true that this stays on my computer? Prove it to me.');
  expect(last()).toMatchObject({ notice: 'privacy', state: 'done' });
  expect(last()?.text).toMatch(/^Yes, .+\n\n.+ sent 2 requests to other sites\.\n\n.+network/s);
  const stored = await ports.store.conversations.messages(chat.id);
  expect(stored.find(({ role }) => role === 'assistant')?.notice).toBe('privacy');
});

test('with a provider the answer about privacy says how far the chat may go', async () => {
  const { chat, last } = await open(true);
  await chat.send('Is this private?');
  expect(last()?.text).toMatch(/^It stays here unless you allow more\..+asks before/);
  await chat.rows.setLabel(chat.id, 'third-party');
  await chat.send('Is this private?');
  expect(last()?.text).toMatch(/^Not all of it\./);
  await chat.rows.setLabel(chat.id, 'device');
  await chat.send('Is this private?');
  expect(last()?.text).toMatch(/^Yes, .+may not be sent to a provider/);
});

test('a question to a document that has a word of privacy is answered from the document', async () => {
  const { chat, last } = await open();
  const text = 'The sequencer contains 32 tracks.';
  const manual = { id: 'd', conversationId: chat.id, name: 'manual.txt', text, createdAt: 1 };
  chat.state.setState({ documents: [manual] });
  await chat.send('How many tracks does the sequencer have?');
  expect(last()?.notice).not.toBe('privacy');
  await chat.send('Are you tracking me?');
  expect(last()?.notice).toBe('privacy');
});

test('a question for unread pages is answered from their states, whatever passages are found', async () => {
  const { chat, last } = await open();
  const text = 'You did not read the lease. What did you not read? The rent is 600 euros.';
  const page = (state: 'text' | 'unreadable', start: number, end: number) => ({
    state,
    start,
    end,
  });
  const pages = [page('text', 0, text.length), page('unreadable', text.length, text.length)];
  const lease = { id: 'd', conversationId: chat.id, name: 'lease.pdf', text, createdAt: 1, pages };
  chat.state.setState({ documents: [lease] });
  await chat.send('What did you not read?');
  expect(last()).toMatchObject({ notice: 'reading', state: 'done' });
  expect(last()?.text).toContain('lease.pdf: read as text: page 1; could not be read: page 2');
});

test('a model says first that no document answers, where none is about the question', async () => {
  const { chat, last, scripted } = await open();
  useHost.setState({ models: scripted });
  await chat.changeSettings({ model: 'scripted-chat' });
  const lease = { id: 'd', conversationId: chat.id, name: 'lease.txt', text: '', createdAt: 1 };
  const question = 'What is the capital gains tax in Portugal?';
  await chat.send(question);
  expect(last()?.text).toBe(question);
  chat.state.setState({ documents: [lease] });
  await chat.send(question);
  expect(last()?.text).toBe(
    `The documents do not answer this. From the model alone:\n\n${question}`,
  );
  await chat.send(POEM);
  expect(last()?.text).toBe(POEM);
});

test('a task waits for the model that can, and is answered though another chat is shown', async () => {
  const { book, chat, last, scripted, guide } = await open();
  await chat.send(POEM);
  const notice = last();
  expect(notice).toMatchObject({ notice: 'task', text: 'Guide only knows this app.' });
  if (!notice) return;
  const answered = chat.answerWith(notice, 'scripted-chat');
  // Pressed twice.
  const again = chat.answerWith(notice, 'scripted-chat');
  book.start();
  expect(chat.isWorking).toBe(true);
  useHost.setState({ models: [...guide, ...scripted] });
  await Promise.all([answered, again]);
  expect(last()).toMatchObject({
    model: 'scripted-chat',
    text: POEM,
    parentId: notice.parentId,
  });
  expect(chat.state.getState().tree.children.get(notice.parentId)).toHaveLength(2);
  expect([chat.row.settings.model, chat.isWorking]).toEqual(['scripted-chat', false]);
});

test('a chat that is deleted waits for no model', async () => {
  const { book, chat, last } = await open();
  await chat.send(POEM);
  const notice = last();
  if (!notice) throw new Error('There is no answer.');
  const answered = chat.answerWith(notice, 'scripted-chat');
  await removeChats(book, [chat.row], () => {});
  await expect(answered).resolves.toBeUndefined();
});
