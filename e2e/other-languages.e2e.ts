// Documents in other languages than English, with the embedding model in the box that knows them: nothing here is scripted.
import { expect, test } from '@playwright/test';
import { ChatPage } from './chat-page.ts';
import { readRows } from './read-rows.ts';

/** Articles of the Universal Declaration of Human Rights (United Nations), in French and in English. */
const FRENCH = [
  'Toute personne a droit à la liberté de réunion et d’association pacifiques. Nul ne peut être obligé de faire partie d’une association.',
  'Toute personne a droit au repos et aux loisirs et notamment à une limitation raisonnable de la durée du travail et à des congés payés périodiques.',
  'Devant la persécution, toute personne a le droit de chercher asile et de bénéficier de l’asile en d’autres pays.',
  'Toute personne, aussi bien seule qu’en collectivité, a droit à la propriété. Nul ne peut être arbitrairement privé de sa propriété.',
];
const ENGLISH =
  'Everyone has the right to freedom of thought, conscience and religion, and to change a religion or belief.';

interface Row {
  documentId: string;
  model?: string;
  vector: ArrayLike<number>;
}

test('a French document has vectors of the multilingual model, an English one its own', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const droits = FRENCH.map((article) => article.repeat(6)).join('\n\n');
  await chat.addFile('droits.txt', 'text/plain', droits);
  await expect(page.getByRole('button', { name: 'Remove droits.txt' })).toBeVisible({
    timeout: 60_000,
  });
  // None of these words is in the document.
  const answer = await chat.ask('How many weeks of vacation may employees take?');
  await expect(answer.getByRole('figure')).toContainText('congés payés');
  await chat.addFile('rights.txt', 'text/plain', ENGLISH.repeat(4));
  await expect(page.getByRole('button', { name: 'Remove rights.txt' })).toBeVisible();
  const rows = await readRows<Row>(page, 'passages');
  const made = new Set(rows.map(({ model, vector }) => `${model} ${vector.length}`));
  expect([...made].sort()).toEqual(['alcove-embed 256', 'alcove-embed-multilingual 512']);
});

test('texts of one meaning are near in fifteen languages', async ({ page }) => {
  test.setTimeout(120_000);
  await new ChatPage(page).open('/chat');
  const cosines = await page.evaluate(async () => {
    const key = await globalThis.alcove.createApiKey('test');
    const input = [
      'The notice period is three months.',
      'Die Kündigungsfrist beträgt drei Monate.',
      '租约的解约通知期为三个月。',
      'The cat sleeps on the sofa.',
    ];
    const body = { model: 'alcove-embed-multilingual', input };
    const response = await globalThis.alcove.fetch('/v1/embeddings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    const [english = [], ...others] = data.map(({ embedding }) => embedding);
    return others.map((other) => other.reduce((sum, x, i) => sum + x * (english[i] ?? 0), 0));
  });
  const [german = 0, chinese = 0, cat = 1] = cosines;
  expect(Math.min(german, chinese)).toBeGreaterThan(0.5);
  expect(cat).toBeLessThan(0.3);
});
