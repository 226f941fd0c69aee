import { expect, test } from 'vitest';
import type { Passage } from '#storage/chat-records.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { findInDocuments } from '#ui/chat/session/find-sources.ts';
import { embedAgain, ofOtherModel } from './passages.ts';

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
