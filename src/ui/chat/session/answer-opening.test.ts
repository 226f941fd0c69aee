import { expect, test } from 'vitest';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
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
  return async (question: string) => {
    await chat.send(question);
    const { tree, row } = chat.state.getState();
    return pathTo(tree, row.leafId).at(-1)?.text ?? '';
  };
}

test('an answer says first which names the documents do not have that were found', async () => {
  const ask = await open();
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
  const ask = await open();
  const sum = await ask('What is the sum of Nights of all trips?');
  expect(sum).toMatch(/^trips\.txt:\nThe sum of Nights is 9, from 3 of 3 rows\. \[1\]\n\nAnswer/);
});
