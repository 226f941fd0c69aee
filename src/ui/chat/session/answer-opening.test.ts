import { expect, test } from 'vitest';
import type { ModelView } from '#contract/model-view.ts';
import type { Message } from '#storage/chat-records.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { openingOf } from './answer-opening.ts';
import { ChatBook } from './chat-book.ts';
import { pathTo } from './message-tree.ts';

const FILES = {
  'report.txt': 'The company has 240 employees. Most of them work in Lisbon and in Oslo.',
  'trips.txt': 'City: Lisbon | Nights: 4\nCity: Madrid | Nights: 2\nCity: Oslo | Nights: 3',
};

/** A chat with the files and a scripted model, which repeats a question with its passages. */
async function open() {
  stubLocalStorage();
  localStorage.setItem('alcove-preferences', '{"embeddingModel":"scripted-embed"}');
  const { ports } = await createTestPorts();
  const chat = new ChatBook(ports).start();
  await chat.changeSettings({ model: 'scripted-chat' });
  chat.addFiles(Object.entries(FILES).map(([name, text]) => new File([text], name)));
  await expect.poll(() => chat.state.getState().documents.length).toBe(2);
  await expect.poll(() => chat.state.getState().runs.length).toBe(0);
  const ask = async (question: string) => {
    await chat.send(question);
    const { tree, row } = chat.state.getState();
    return pathTo(tree, row.leafId).at(-1)?.text ?? '';
  };
  return { chat, ask };
}

test('an answer says first which names the documents do not have that were found', async () => {
  const { ask } = await open();
  const unknown = await ask('How many employees of the company work in Mexico?');
  expect(unknown).toMatch(
    /^“Mexico” is not in the documents found\. What comes closest:\n\nreport\.txt:/,
  );
  const two = await ask('How many employees of the company work in Mexico and for Ana Silva?');
  expect(two).toMatch(/^“Mexico” and “Ana Silva” are not in the documents found\./);
  expect(await ask('How many employees of the company work in Lisbon?')).toMatch(/^report\.txt:/);
  // A task may name anything.
  expect(await ask('Write to the employees in Mexico')).not.toContain('not in the documents');
});

test('a result is computed of all that a question names', async () => {
  const { ask } = await open();
  const sum = await ask('What is the sum of Nights of all trips?');
  expect(sum).toMatch(/^trips\.txt:\nThe sum of Nights is 9, from 3 of 3 rows\. \[1\]\n\nAnswer/);
});

const SENTENCE = 'Most of them work in Lisbon and in Oslo.';
const START = FILES['report.txt'].indexOf(SENTENCE);
const SMALL = { id: 'small', downloadBytes: 4e8 } as ModelView;

/** What an answer begins with where a cross-encoder has read the report. */
async function opening(text: string, relevance: number, card: ModelView) {
  const { chat } = await open();
  const [document] = chat.state.getState().documents;
  const sentences = [{ start: START, end: START + SENTENCE.length, relevance }];
  const source = {
    documentId: document?.id ?? '',
    documentName: 'report.txt',
    start: 0,
    end: 70,
    text: FILES['report.txt'],
    relevance,
    sentences,
  };
  const message = { role: 'user', text, sources: [source] } as unknown as Message;
  const settings = { tools: [], outputSchema: '' };
  const { signal } = new AbortController();
  return openingOf(chat, { settings, path: [message], card, signal });
}

test('a small model writes behind the sentence that answers, a large one alone', async () => {
  const question = 'Where do most employees of the company work?';
  const quote = `${SENTENCE} [1]`;
  const refused = `The documents found may not answer this. What comes closest:\n\n${quote}`;
  expect(await opening(question, 0.9, SMALL)).toEqual({
    text: `> ${quote}\n\n`,
    refused,
    whole: null,
    only: 0,
  });
  expect(await opening(question, 0.9, { ...SMALL, downloadBytes: 2e9 })).toBeNull();
  expect(await opening('Write a song about the employees', 0.9, SMALL)).toBeNull();
});

test('where no sentence is likely to answer, a small model writes nothing, and a large one after a word about it', async () => {
  const question = 'How much do employees of the company earn?';
  const begin = 'The documents found may not answer this. What comes closest:\n\n';
  const whole = `${begin}${SENTENCE} [1]`;
  expect(await opening(question, 0.1, SMALL)).toEqual({
    text: begin,
    refused: whole,
    whole,
    only: 0,
  });
  const large = { ...SMALL, downloadBytes: 2e9 };
  expect(await opening(question, 0.1, large)).toEqual({
    text: begin,
    refused: whole,
    whole: null,
    only: null,
  });
  const unknown = await opening('How many employees of the company work in Mexico?', 0.9, SMALL);
  expect(unknown?.whole).toBe(
    `“Mexico” is not in the documents found. What comes closest:\n\n${SENTENCE} [1]`,
  );
});

test('a row is no answer to a question for a number of rows', async () => {
  const { chat } = await open();
  const text = 'City: Lisbon | Nights: 4';
  const sentences = [{ start: 0, end: text.length, relevance: 0.9 }];
  const source = {
    documentId: 'd',
    documentName: 'trips.txt',
    start: 0,
    end: 24,
    text,
    relevance: 0.9,
    sentences,
  };
  const settings = { tools: [], outputSchema: '' };
  const { signal } = new AbortController();
  const ask = (question: string) => {
    const path = [{ role: 'user', text: question, sources: [source] } as unknown as Message];
    return openingOf(chat, { settings, path, card: SMALL, signal });
  };
  expect((await ask('How many nights in Lisbon cost nothing?'))?.whole).toContain('may not answer');
  expect((await ask('Where are the nights in Lisbon?'))?.whole).toBeNull();
});
