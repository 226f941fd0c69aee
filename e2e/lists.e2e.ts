// "List all …" over many files with the models in the box: nothing here is scripted.

import { expect, type Locator, type Page, test } from '@playwright/test';
import { KINDS, plantFacts } from '#bench/planted-facts.mjs';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';

const { files, planted } = plantFacts({ files: 35 });

async function addFiles(page: Page): Promise<void> {
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await expect(page.getByRole('button', { name: `${files.length} files` })).toBeVisible({
    timeout: 120_000,
  });
}

/** The lines of an answer, each with its file. */
async function linesOf(answer: Locator): Promise<{ file: string; text: string }[]> {
  const more = answer.getByRole('button', { name: /^Show \d+ more/ });
  while ((await more.count()) > 0) await more.first().click();
  return answer.locator('section').evaluateAll((sections) =>
    sections.flatMap((section) => {
      const file = section.getAttribute('aria-label') ?? '';
      const lines = [...section.querySelectorAll('li')];
      return lines.map((line) => ({ file, text: line.textContent ?? '' }));
    }),
  );
}

test('everything that a question asks for is listed from all files, and each line opens in its file', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await addFiles(page);
  const answer = await chat.ask(KINDS.deadlines.question);
  await expect(answer).toContainText(/Found among \d+ lines of 35 files by words and meaning/);
  const lines = await linesOf(answer);
  const textOf = new Map(files.map(({ name, text }) => [name, text]));
  for (const { file, text } of lines) expect(textOf.get(file)).toContain(text);
  const named = planted.deadlines.filter(({ text }) => /deadline/i.test(text));
  expect(named.length).toBeGreaterThan(4);
  for (const fact of named) expect(lines).toContainEqual(fact);
  expect(await violationsInBothThemes(page)).toEqual([]);

  const [first] = lines;
  await answer
    .getByRole('button', { name: first?.text ?? '', exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: first?.file ?? '' });
  await expect(dialog.locator('mark')).toHaveText(first?.text ?? '');
  await page.keyboard.press('Escape');

  // A question for one thing is answered as before.
  const single = await chat.ask('Who plays the violin in an orchestra?');
  await expect(single).toContainText('violin');
  await expect(single).not.toContainText('by words and meaning');
  // The list is there after a reload.
  await page.reload();
  await expect(chat.answers.first()).toContainText('by words and meaning');
});
