import { expect, test } from '@playwright/test';
import { ChatPage, script } from './chat-page.ts';

test('named entities in an answer are drawn, streamed and after a reload', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  const text =
    'Write &lt; for less, AT&T; stays, a&nbsp;b.\n\n| &amp; | &copy; |\n|---|---|\n| &hearts; | &anything; |\n\n$$a &lt; b$$ and [x](https://a.test/?a&amp;b)';
  const answer = await chat.ask(script(text.match(/[\s\S]{1,7}/g) ?? []));
  await expect(answer).toContainText('Write < for less, AT&T; stays');
  await expect(answer.getByRole('cell', { name: '♥' })).toBeVisible();
  await page.reload();
  await expect(chat.answers.last()).toContainText('Write < for less');
  expect(errors).toEqual([]);
});
