import { expect, type Page, test } from '@playwright/test';
import { ChatPage, script } from './chat-page.ts';

const lines = (count: number) => Array.from({ length: count }, (_, i) => `Line ${i}.\n\n`);

/**
 * Pixels between the visible part of the conversation and its end. An added row is followed in the next
 * frame, so it is polled; an answer that is not followed leaves its end behind for good.
 */
const rest = (chat: ChatPage) =>
  chat.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);

async function openChat(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  return chat;
}

test('the conversation follows an answer until the reader leaves its end, and when they come back', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask(script(lines(60)));
  await expect.poll(() => rest(chat)).toBeLessThan(2);
  const toEnd = page.getByRole('button', { name: 'Scroll to end' });
  await expect(toEnd).toBeHidden();

  await chat.send(script(lines(600), 20));
  await expect(chat.answers.last()).toContainText('Line 20.');
  await expect.poll(() => rest(chat)).toBeLessThan(2);

  await chat.log.hover();
  await page.mouse.wheel(0, -400);
  await expect(toEnd).toBeVisible();
  const seenAt = await chat.log.evaluate((log) => log.scrollTop);
  await expect(chat.answers.last()).toContainText('Line 80.');
  // The visible text stays in place while more arrives below.
  expect(await chat.log.evaluate((log) => log.scrollTop)).toBe(seenAt);

  await toEnd.focus();
  await page.keyboard.press('Enter');
  await expect(toEnd).toBeHidden();
  await expect(chat.log).toBeFocused();
  await expect(chat.answers.last()).toContainText('Line 120.');
  await expect.poll(() => rest(chat)).toBeLessThan(2);
  await page.getByRole('button', { name: 'Stop' }).click();
});

test('the conversation is followed where text is shorter for a moment while it grows', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask(script(lines(60)));
  await expect.poll(() => rest(chat)).toBeLessThan(2);
  // As on a busy computer, where several changes meet in one frame.
  await chat.log.evaluate((log) => {
    const answer = log.querySelector<HTMLElement>('article:last-of-type');
    if (!answer) throw new Error('There is no answer.');
    answer.style.display = 'none';
    log.getBoundingClientRect();
    answer.style.display = '';
    answer.append(document.createElement('hr'));
    answer.style.paddingBottom = '400px';
  });
  await expect.poll(() => rest(chat)).toBeLessThan(2);
  await expect(page.getByRole('button', { name: 'Scroll to end' })).toBeHidden();
});

test('a long chat scrolls without being repainted, as one layer with any content', async ({
  page,
}) => {
  const chat = await openChat(page);
  for (let i = 0; i < 12; i++) await chat.ask(script(['Some **bold** words.\n\n', ...lines(6)]));
  await chat.message.focus();
  const cdp = await page.context().newCDPSession(page);
  let layers: { backendNodeId?: number }[] = [];
  cdp.on('LayerTree.layerTreeDidChange', (event) => {
    layers = event.layers ?? layers;
  });
  await cdp.send('DOM.enable');
  await cdp.send('LayerTree.enable');
  const owners = async () => {
    const nodes = await Promise.all(
      layers.flatMap(({ backendNodeId }) =>
        backendNodeId === undefined ? [] : [cdp.send('DOM.describeNode', { backendNodeId })],
      ),
    );
    return nodes.map(({ node }) => `${node.nodeName} ${node.attributes?.join(' ') ?? ''}`);
  };
  await page.keyboard.type('a');
  await expect.poll(async () => (await owners()).join('\n')).toContain('role log');
  const named = await owners();
  expect(named.filter((name) => name.startsWith('ARTICLE'))).toEqual([]);
  expect(named.length).toBeLessThan(15);
});
