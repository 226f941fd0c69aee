import { expect, test, vi } from 'vitest';
import type { Message, Passage } from '#storage/chat-records.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { useHost } from '#ui/state/models.ts';
import { findInDocuments } from './find-in-documents.ts';
import { embedAgain, embedTexts, makePassages, ofOtherModel } from './passages.ts';
import { quotePassage } from './quote-passage.ts';

const TEXT = 'The laundry room is open on Fridays. Bicycles are stored in the yard.';

/** A document as an earlier build stored it: no passage says what made its vector. */
async function openOld() {
  stubLocalStorage();
  localStorage.setItem('alcove-preferences', '{"embeddingModel":"scripted-embed"}');
  const service = await createTestPorts();
  const { documents, passages } = service.database;
  const id = 'doc';
  await documents.add({ id, conversationId: 'c', name: 'rules.txt', text: TEXT, createdAt: 1 });
  const place = { id: 'doc:0', conversationId: 'c', documentId: id, start: 0, end: TEXT.length };
  await passages.add({ ...place, text: TEXT, vector: Float32Array.of(1, 0) } as Passage);
  return { ...service, id };
}

test('a document of an unknown model is offered for embedding again, and then searched by meaning', async () => {
  const { ports, database, id } = await openOld();
  expect(await ofOtherModel(ports, [id, 'gone'])).toEqual([id]);
  await embedAgain(ports, id);
  expect(await ofOtherModel(ports, [id])).toEqual([]);
  const passages = await database.passages.toArray();
  expect(passages.map((row) => [row.model, row.conversationId])).toEqual(
    passages.map(() => ['scripted-embed', 'c']),
  );
  expect(
    passages
      .map((row) => row.text)
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
  ).toBe(TEXT);
  const documents = await database.documents.toArray();
  const found = await findInDocuments(ports, { question: TEXT, documents, passages });
  expect(found.sources[0]?.documentName).toBe('rules.txt');
  expect(found.matches).toEqual([]);
});

test('a document that is deleted while it is embedded again stays deleted', async () => {
  const { ports, database, id } = await openOld();
  const { v1 } = ports;
  ports.v1 = async (...call) => {
    await database.documents.delete(id);
    await database.passages.where('documentId').equals(id).delete();
    return v1(...call);
  };
  await embedAgain(ports, id);
  expect(await database.passages.count()).toBe(0);
});

test('files about a question are listed with their best line, others are not', async () => {
  const { ports } = await createTestPorts();
  const [near, far] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const made = { model: 'gone', revision: '', conversationId: 'c' };
  const passage = (documentId: string, text: string, vector: Float32Array) => {
    const place = { id: `${documentId}:7`, documentId, start: 7, end: 7 + text.length };
    return { ...made, ...place, text, vector };
  };
  const others = Array.from({ length: 20 }, (_, i) =>
    passage(`o${i}`, `Notes of day ${i}\nNothing happened on this day\nIt rained again`, far),
  );
  const about = ['a', 'b'].map((id) =>
    passage(id, `Notes of day ${id}\nThe insurance sent a bill\nIt rained again`, near),
  );
  const passages = [...others, ...about];
  const documents = passages.map(({ documentId }) => ({
    id: documentId,
    name: `${documentId}.txt`,
  }));
  const question = 'Which of my notes are about insurance?';
  const { matches } = await findInDocuments(ports, { question, documents, passages });
  expect(matches.map((match) => [match.documentName, match.text])).toEqual([
    ['a.txt', 'The insurance sent a bill'],
    ['b.txt', 'The insurance sent a bill'],
  ]);
  expect(matches.map(({ start }) => start)).toEqual([7 + 15, 7 + 15]);
});

test('a question is about the only photograph, and about the file that it names', async () => {
  const { ports } = await createTestPorts();
  const ask = async (name: string, question: string) => {
    const text = 'Item | Qty\nOat milk | 2\nTotal | 6.43';
    const place = { id: 'd:0', documentId: 'd', conversationId: 'c', start: 0, end: text.length };
    const passages = [{ ...place, text, vector: Float32Array.of(1, 0) }];
    const documents = [{ id: 'd', name }];
    const { sources } = await findInDocuments(ports, { question, documents, passages });
    return sources.length;
  };
  expect(await ask('IMG_2024.jpg', 'What did I pay?')).toBe(1);
  expect(await ask('receipt-2024.pdf', 'How much is on the receipts?')).toBe(1);
  expect(await ask('scan.pdf', 'How much is on the scan?')).toBe(0);
  expect(await ask('IMG_2024.pdf', 'What did I pay?')).toBe(0);
});

test('nothing is found for a question that no passage is about', async () => {
  const { ports } = await createTestPorts();
  const documents = [{ id: 'd', name: 'rules.txt' }];
  const find = async (question: string) => {
    const place = { id: 'd:0', documentId: 'd', conversationId: 'c', start: 0, end: TEXT.length };
    const [asked = new Float32Array()] = await embedTexts(ports, 'scripted-embed', [question]);
    const vector = asked.map((value) => 0.25 * value);
    const made = { model: 'scripted-embed', revision: '' };
    const passages = [{ ...place, ...made, text: TEXT, vector }];
    return (await findInDocuments(ports, { question, documents, passages })).sources.length;
  };
  expect(await find('What is the capital gains tax in Portugal?')).toBe(0);
  expect(await find('When is the laundry room open?')).toBe(1);
});

const GERMAN = `Die Kündigungsfrist beträgt drei Monate und ist im Vertrag geregelt. ${Array.from(
  { length: 20 },
  (_, i) => `Die Waschküche im Haus ${i} ist am Freitag für die Mieter offen.`,
).join(' ')}`;

/** The chosen model knows English alone, and the files of the one for other languages are out of reach. */
async function openOffline() {
  const service = await openOld();
  const { models } = useHost.getState();
  const embed = models.find(({ id }) => id === 'scripted-embed');
  if (!embed) throw new Error('The scripted model is not there.');
  const others = models.filter((model) => model !== embed);
  const multilingual = { ...embed, id: 'alcove-embed-multilingual', languages: ['de'] };
  useHost.setState({ models: [...others, { ...embed, languages: ['en'] }, multilingual] });
  const document = {
    id: 'de',
    conversationId: 'c',
    name: 'vertrag.txt',
    text: GERMAN,
    createdAt: 2,
  };
  return { ...service, document, question: 'Wie lang ist die Kündigungsfrist?' };
}

test('a German document is added offline, found by its words, and offered for embedding', async () => {
  const { ports, database, document, question } = await openOffline();
  const made = await makePassages(ports, document, undefined, () => {});
  expect(made.map(({ vector }) => vector.length)).toEqual(made.map(() => 0));
  expect(made.at(-1)?.end).toBe(GERMAN.length);
  await database.documents.add(document);
  await database.passages.bulkAdd(made);
  expect(await ofOtherModel(ports, ['de'])).toEqual(['de']);
  // What it has stays where a person tries again too early.
  await expect(embedAgain(ports, 'de')).rejects.toThrow();
  expect(await database.passages.where('documentId').equals('de').count()).toBe(made.length);
  const { sources } = await findInDocuments(ports, {
    question,
    documents: [document],
    passages: made,
  });
  expect(sources[0]?.text).toContain('Kündigungsfrist');
});

test('a model that cannot be loaded takes neither the answer nor the vectors of another away', async () => {
  const { ports, document, question } = await openOffline();
  const place = { documentId: 'de', conversationId: 'c', start: 0, end: GERMAN.length };
  const vector = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
  const made = { ...place, text: GERMAN, vector, revision: '' };
  const passages = [
    { ...made, id: 'de:0', model: 'alcove-embed-multilingual' },
    { ...made, id: 'de:1', start: 1, model: 'scripted-embed' },
  ];
  const found = await findInDocuments(ports, { question, documents: [document], passages });
  expect(found.sources.length).toBeGreaterThan(0);
  const asked: unknown[] = [];
  const { v1 } = ports;
  ports.v1 = (path, body, signal) => {
    asked.push((body as { model: string }).model);
    return v1(path, body, signal);
  };
  const quote = async (start: number) => {
    const sources = [{ ...place, documentName: document.name, start, text: GERMAN }];
    const message = { text: question, sources } as unknown as Message;
    const all = { answer: message, question: message, passages };
    return (await quotePassage(ports, all, new AbortController().signal)).text;
  };
  expect(await quote(0)).toContain('Kündigungsfrist');
  expect(await quote(1)).toMatch(/\.$/);
  // The model that made each passage.
  expect(asked).toEqual(['alcove-embed-multilingual', 'scripted-embed']);
});

test('the language of a document is read once', async () => {
  const { ports, database, id } = await openOld();
  await ofOtherModel(ports, [id]);
  const get = vi.spyOn(database.documents, 'get');
  expect(await ofOtherModel(ports, [id])).toEqual([id]);
  expect(get).not.toHaveBeenCalled();
});

test('the quote is a sentence of one of the passages found, never their title', async () => {
  const { ports } = await openOld();
  const texts = [
    'House rules of 14 Linden Street\n\nBicycles. They stand in the yard behind the east gate.',
    'Laundry. The laundry room is open on Tuesdays and Fridays.',
  ];
  const sources = texts.map((text, i) => ({
    documentId: `d${i}`,
    documentName: 'rules.txt',
    start: 0,
    end: text.length,
    text,
  }));
  const quote = async (question: string) => {
    const message = { text: question, sources } as unknown as Message;
    const all = { answer: message, question: message, passages: sources };
    return (await quotePassage(ports, all, new AbortController().signal)).text;
  };
  expect(await quote('When is the laundry room open?')).toBe(
    'The laundry room is open on Tuesdays and Fridays.',
  );
  expect(await quote('Where do bicycles stand? In the yard?')).toContain('behind the east gate');
});
