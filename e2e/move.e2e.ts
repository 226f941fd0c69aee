import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { AlcoveProcess } from './bridge-server.ts';
import { LAUNCH_OPTIONS } from './launch-options.ts';
import { patience } from './patience.ts';
import { watchMemory } from './process-memory.ts';
import { databaseIsMade } from './stored-chat.ts';
import { addRecordings, hashRecordings } from './stored-recordings.ts';

/** How the browsers of a test differ from a person's. */
interface Devices {
  /** Whether the network lets the devices reach each other. */
  isHidden?: boolean;
  /** Address of the server; absent for the one of `alcove`. */
  url?: string;
}

interface Pair {
  from: Page;
  to: Page;
  server: AlcoveProcess;
  profiles: string[];
}

/** Two browsers with profiles of their own, at the data of the app. */
async function withDevices(
  { isHidden = false, url }: Devices,
  use: (pair: Pair) => Promise<void>,
): Promise<void> {
  const server = new AlcoveProcess();
  if (url === undefined) await server.start();
  const profiles = ['from', 'to'].map((name) =>
    mkdtempSync(join(tmpdir(), `alcove-move-${name}-`)),
  );
  const contexts: BrowserContext[] = [];
  try {
    for (const profile of profiles) {
      const context = await chromium.launchPersistentContext(profile, {
        ...LAUNCH_OPTIONS,
        baseURL: url ?? server.url,
        viewport: { width: 1280, height: 800 },
      });
      // What a cut has to be made of: the browser's own connections.
      await context.addInitScript((hidden) => {
        const made: RTCPeerConnection[] = [];
        Object.assign(globalThis, { made });
        const Real = RTCPeerConnection;
        class Noted extends Real {
          constructor(configuration?: RTCConfiguration) {
            // Only relays are allowed, and there is none: no address is found.
            super(hidden ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
            made.push(this);
          }
        }
        Object.assign(globalThis, { RTCPeerConnection: Noted });
      }, isHidden);
      contexts.push(context);
    }
    const [from, to] = await Promise.all(contexts.map((context) => openData(context)));
    if (!from || !to) throw new Error('Two pages are open.');
    await use({ from, to, server, profiles });
  } finally {
    for (const context of contexts) await context.close();
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true });
    await server.stop();
  }
}

async function openData(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/settings/data');
  await page.evaluate(() => alcove.ready);
  await databaseIsMade(page);
  return page;
}

/** Stores chats of four messages each. */
async function addChats(page: Page, count: number): Promise<void> {
  await page.evaluate(async (chats) => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const write = database.transaction(['conversations', 'messages'], 'readwrite');
    const settings = {
      model: 'alcove-guide',
      secondModel: null,
      system: '',
      sampling: {},
      outputSchema: '',
      tools: [],
    };
    for (let i = 0; i < chats; i++) {
      const id = `chat-${i}`;
      const at = 1_700_000_000_000 + i;
      for (let j = 0; j < 4; j++) {
        write.objectStore('messages').put({
          id: `${id}-${j}`,
          conversationId: id,
          parentId: j === 0 ? null : `${id}-${j - 1}`,
          role: j % 2 === 0 ? 'user' : 'assistant',
          state: 'done',
          createdAt: at + j,
          text: `Message ${j} of chat ${i}. ${'A heron waits at the pond. '.repeat(8)}`,
        });
      }
      const row = { id, title: `Chat ${i}`, named: true, pinned: false, createdAt: at };
      write
        .objectStore('conversations')
        .put({ ...row, updatedAt: at, leafId: `${id}-3`, settings });
    }
    await new Promise((resolve) => {
      write.oncomplete = resolve;
    });
    database.close();
  }, count);
}

/** Every chat and message, as it is stored. */
function readChats(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const open = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const rows: Record<string, string> = {};
    for (const table of ['conversations', 'messages']) {
      const request = database.transaction(table).objectStore(table).getAll();
      const all = await new Promise<{ id: string; text?: string; title?: string }[]>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      for (const { id, text, title } of all) rows[`${table} ${id}`] = text ?? title ?? '';
    }
    database.close();
    return rows;
  });
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Move to another device' });
const panel = (page: Page) => page.getByTestId('move');
const done = (page: Page) => page.getByTestId('move-done');

/** Shows the words on one device. @returns them */
async function showCode(from: Page): Promise<string> {
  await from.getByRole('button', { name: 'Send from this device' }).click();
  return readCode(from);
}

async function readCode(from: Page): Promise<string> {
  const code = from.getByTestId('move-code');
  await expect(code).toBeVisible({ timeout: 240_000 * patience() });
  return ((await code.textContent()) ?? '').trim();
}

async function enterCode(to: Page, code: string): Promise<void> {
  const receive = to.getByRole('button', { name: 'Receive on this device' });
  const words = to.getByLabel('Words that the other device shows');
  await expect(receive.or(words)).toBeVisible();
  if (await receive.isVisible()) await receive.click();
  await words.fill(code);
  await to.getByRole('button', { name: 'Connect' }).click();
}

/** Ends the newest connection of a page, as a network that fails does. */
const cut = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { made: RTCPeerConnection[] }).made.at(-1)?.close(),
  );

/** Bytes that have arrived, in MB, by what the page shows. */
async function movedOf(page: Page): Promise<number> {
  const text =
    (await page
      .getByTestId('move-progress')
      .textContent()
      .catch(() => '')) ?? '';
  const [, value = '0', unit] = /^([\d.]+) (kB|MB|GB)/.exec(text) ?? [];
  return Number(value) * ({ kB: 0.001, MB: 1, GB: 1000 }[unit ?? 'MB'] ?? 1);
}

const PICTURES = process.env['MOVE_PICTURES'];

/** Pictures of both themes on a desktop and a phone, where they are wanted. */
async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const [device, width, height] of [
    ['desktop', 1280, 800],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await panel(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(PICTURES, `${name}-${device}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('everything moves directly to another browser by five words, a wrong code opens nothing, and a second move adds nothing', async () => {
  test.setTimeout(300_000 * patience());
  await withDevices({}, async ({ from, to }) => {
    await addChats(from, 60);
    await addRecordings(from, [24]);
    // A row of the new device is not overwritten.
    await addChats(to, 1);
    await to.evaluate(async () => {
      const open = indexedDB.open('alcove');
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      const store = database.transaction('messages', 'readwrite').objectStore('messages');
      const get = store.get('chat-0-0');
      await new Promise((resolve) => {
        get.onsuccess = () => {
          store.put({ ...get.result, text: 'Written on the new device' }).onsuccess = resolve;
        };
      });
      database.close();
    });
    const [chats, recordings] = [await readChats(from), await hashRecordings(from)];

    const code = await showCode(from);
    expect(code.split(' ')).toHaveLength(5);
    // No step leaves the focus behind.
    await expect(heading(from)).toBeFocused();
    await picture(from, 'code');
    expect(await violationsInBothThemes(from)).toEqual([]);

    await to.getByRole('button', { name: 'Receive on this device' }).click();
    await expect(to.getByLabel('Words that the other device shows')).toBeFocused();
    await enterCode(to, 'heron');
    await expect(
      to.getByText('Enter the five words as the other device shows them.'),
    ).toBeVisible();
    const [first, second] = code.split(' ');
    await enterCode(to, `${first} ${second} zebra zebra zebra`);
    await expect(
      to.getByText('These are not the words that the other device shows.'),
    ).toBeVisible();
    await picture(to, 'enter');
    expect(await violationsInBothThemes(to)).toEqual([]);
    expect(Object.keys(await readChats(to))).toHaveLength(5);

    await expect
      .poll(async () => {
        // The first device waits again a moment after a wrong code.
        if (await to.getByRole('button', { name: 'Connect' }).isVisible())
          await enterCode(to, code);
        return panel(to).textContent();
      })
      .toMatch(/Moving|arrived|added/);
    await expect(done(from)).toContainText('The other device added', { timeout: 120_000 });
    await expect(done(to)).toContainText('already here');
    // Each device names the rest from its own place.
    await expect(panel(from)).toContainText('set them up there. Deleting your data here');
    await expect(panel(to)).toContainText('set them up here. The other device still has its data.');
    await picture(from, 'sent');
    await picture(to, 'received');
    expect(await violationsInBothThemes(from)).toEqual([]);
    expect(await violationsInBothThemes(to)).toEqual([]);
    expect(await hashRecordings(to)).toEqual(recordings);
    expect(await readChats(to)).toEqual({
      ...chats,
      'messages chat-0-0': 'Written on the new device',
    });

    await expect(heading(to)).toBeFocused();
    for (const page of [from, to]) await page.getByRole('button', { name: 'Close' }).click();
    await expect(heading(to)).toBeFocused();
    await enterCode(to, await showCode(from));
    await expect(done(to)).toContainText('0 items were added', { timeout: 120_000 });
    // What the moves were made of is deleted.
    for (const page of [from, to]) {
      const left = await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('alcove-transfers');
        const names: string[] = [];
        for await (const name of folder.keys()) names.push(name);
        return names.filter((name) => name.startsWith('move-'));
      });
      expect(left).toEqual([]);
    }
  });
});

for (const { chats, megabytes, tag } of [
  { chats: 100, megabytes: [40], tag: [] },
  { chats: 1_000, megabytes: [300, 200], tag: ['@full', '@measured'] },
]) {
  test(`${chats} chats and ${megabytes} MB move over five cuts, with nothing twice and nothing lost`, {
    tag,
  }, async () => {
    test.setTimeout(1_500_000);
    await withDevices({}, async ({ from, to, profiles }) => {
      await addChats(from, chats);
      await addRecordings(from, megabytes);
      const [rows, recordings] = [await readChats(from), await hashRecordings(from)];
      const code = await showCode(from);
      const total = megabytes.reduce((sum, size) => sum + size) * 1.34;
      const { peak, seconds } = await watchMemory(profiles[1] ?? '', async () => {
        await enterCode(to, code);
        for (let i = 1; i <= 5; i++) {
          await expect
            .poll(() => movedOf(to), { timeout: 400_000, intervals: [50] })
            .toBeGreaterThan(total * i * 0.15);
          await cut(i % 2 === 0 ? from : to);
          if (i === 3) await picture(from, 'cut');
        }
        await expect(done(from)).toBeVisible({ timeout: 600_000 });
      });
      await expect(done(to)).toBeVisible();
      expect(await hashRecordings(to)).toEqual(recordings);
      expect(await readChats(to)).toEqual(rows);
      process.stdout.write(
        `${chats} chats, ${megabytes} MB, 5 cuts: ${Math.round(seconds)} s, receiving renderers at most ${peak.renderers} MB\n`,
      );
    });
  });
}

test('where the network hides the devices, the server passes the ciphertext on, a restart of it included', async () => {
  test.setTimeout(300_000 * patience());
  await withDevices({ isHidden: true }, async ({ from, to, server }) => {
    await addChats(from, 20);
    await addRecordings(from, [40]);
    const [chats, recordings] = [await readChats(from), await hashRecordings(from)];
    await enterCode(to, await showCode(from));
    await expect(to.getByTestId('move-path')).toContainText('Through the server', {
      timeout: 60_000,
    });
    await from.getByRole('button', { name: 'Pause' }).click();
    await expect(panel(to)).toContainText('Paused at the other device');
    await picture(to, 'paused');
    expect(await violationsInBothThemes(to)).toEqual([]);
    await from.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => movedOf(to), { intervals: [20] }).toBeGreaterThan(2);
    await server.kill();
    await expect(panel(from)).toContainText('interrupted');
    expect(await violationsInBothThemes(from)).toEqual([]);
    await server.start();
    await expect(done(from)).toBeVisible({ timeout: 120_000 });
    await expect(done(to)).toBeVisible();
    expect(await hashRecordings(to)).toEqual(recordings);
    expect(await readChats(to)).toEqual(chats);
  });
});

for (const isHidden of [false, true]) {
  test(`a sender that cancels ends it at the other device, ${isHidden ? 'through the server' : 'directly'}`, async () => {
    test.setTimeout(300_000 * patience());
    await withDevices({ isHidden }, async ({ from, to }) => {
      await addRecordings(from, [60]);
      await enterCode(to, await showCode(from));
      await expect.poll(() => movedOf(to), { intervals: [20] }).toBeGreaterThan(2);
      await from.getByRole('button', { name: 'Cancel' }).click();
      await expect(panel(to)).toContainText('Cancelled', { timeout: 20_000 });
      await expect(panel(from)).toHaveCount(0);
    });
  });
}

test('a receiver that is reloaded resumes with a new code', async () => {
  test.setTimeout(300_000 * patience());
  await withDevices({ isHidden: true }, async ({ from, to }) => {
    await addRecordings(from, [60]);
    const recordings = await hashRecordings(from);
    await enterCode(to, await showCode(from));
    await expect.poll(() => movedOf(to), { intervals: [20] }).toBeGreaterThan(8);
    to.on('dialog', (dialog) => void dialog.accept());
    await to.reload();
    await expect(panel(from)).toContainText('interrupted');
    await from.getByRole('button', { name: 'Show a new code' }).click();
    const code = await readCode(from);
    await enterCode(to, code);
    await expect.poll(() => movedOf(to), { intervals: [20] }).toBeGreaterThan(7);
    await expect(done(from)).toBeVisible({ timeout: 120_000 });
    await expect(done(to)).toBeVisible();
    expect(await hashRecordings(to)).toEqual(recordings);
  });
});

test('without a server of ours, two texts bring the devices together', async ({ baseURL }) => {
  test.setTimeout(300_000 * patience());
  await withDevices({ url: baseURL ?? '' }, async ({ from, to }) => {
    await addChats(from, 5);
    await addRecordings(from, [6]);
    const [chats, recordings] = [await readChats(from), await hashRecordings(from)];
    const code = await showCode(from);
    const offer = await from.getByLabel('Text for the other device').inputValue();
    await picture(from, 'texts');
    expect(await violationsInBothThemes(from)).toEqual([]);
    await to.getByRole('button', { name: 'Receive on this device' }).click();
    const exchange = async (words: string) => {
      await to.getByLabel('Words that the other device shows').fill(words);
      await to.getByLabel('Text of the other device').fill(offer);
      await to.getByRole('button', { name: 'Connect' }).click();
      const reply = await to.getByLabel('Text for the other device').inputValue();
      await from.getByLabel('Text of the other device').fill(reply);
      await from.getByRole('button', { name: 'Next' }).click();
    };
    await from.getByLabel('Text of the other device').fill('something else');
    await from.getByRole('button', { name: 'Next' }).click();
    await expect(from.getByText('This is not the text that the other device shows.')).toBeVisible();
    await exchange('heron tulip zebra canoe orbit');
    await expect(
      from.getByText('These are not the words that the other device shows.'),
    ).toBeVisible();
    await to.getByRole('button', { name: 'Cancel' }).click();
    await to.getByRole('button', { name: 'Receive on this device' }).click();
    await exchange(code);
    const all = '5 chats, 20 messages, 1 recording.';
    await expect(done(from)).toContainText(`all that was sent, verified: ${all}`, {
      timeout: 60_000,
    });
    await expect(done(to)).toContainText(`Complete and verified: ${all}`);
    await expect(to.getByLabel('Receipt for the other device')).toHaveCount(0);
    expect(await hashRecordings(to)).toEqual(recordings);
    expect(await readChats(to)).toEqual(chats);
  });
});

test('without a server, a receipt informs the device that sent after a cut at the end', async ({
  baseURL,
}) => {
  test.setTimeout(300_000 * patience());
  await withDevices({ url: baseURL ?? '' }, async ({ from, to }) => {
    await addChats(from, 5);
    await addRecordings(from, [6]);
    const chats = await readChats(from);
    const code = await showCode(from);
    const offer = await from.getByLabel('Text for the other device').inputValue();
    // The connection ends while the data is added: the counts do not reach the other device.
    await to.evaluate(() => {
      const { made } = globalThis as unknown as { made: RTCPeerConnection[] };
      new MutationObserver(() => {
        if (document.body.textContent?.includes('is being added')) made.at(-1)?.close();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await to.getByRole('button', { name: 'Receive on this device' }).click();
    await to.getByLabel('Words that the other device shows').fill(code);
    await to.getByLabel('Text of the other device').fill(offer);
    await to.getByRole('button', { name: 'Connect' }).click();
    const reply = await to.getByLabel('Text for the other device').inputValue();
    await from.getByLabel('Text of the other device').fill(reply);
    await from.getByRole('button', { name: 'Next' }).click();

    const receipt = to.getByLabel('Receipt for the other device');
    await expect(receipt).toBeVisible({ timeout: 90_000 });
    await expect(done(to)).toContainText('verified: 5 chats, 20 messages, 1 recording.');
    expect(await readChats(to)).toEqual(chats);
    await picture(to, 'receipt');
    expect(await violationsInBothThemes(to)).toEqual([]);
    await expect(from.getByText('after everything had arrived')).toBeVisible();
    await expect(done(from)).toHaveCount(0);
    const text = await receipt.inputValue();
    const answer = async (carried: string) => {
      await from.getByLabel('Text of the other device').fill(carried);
      await from.getByRole('button', { name: 'Next' }).click();
    };
    await answer(text.replace(/.{6}$/, 'AAAAAA'));
    await expect(from.getByText('This is not the text that the other device shows.')).toBeVisible();
    await expect(done(from)).toHaveCount(0);
    await answer(text);
    await expect(done(from)).toContainText(
      'all that was sent, verified: 5 chats, 20 messages, 1 recording.',
    );
  });
});

test('offline mode forbids it with a sentence', async ({ page }) => {
  await page.goto('/settings/privacy');
  await page.evaluate(() => alcove.ready);
  await page.getByLabel('Nothing leaves this browser').check();
  await expect(page.getByRole('link', { name: 'Offline mode' }).first()).toBeVisible();
  await page.goto('/settings/data');
  await expect(page.getByText(/nothing is sent to another device/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send from this device' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Receive on this device' })).toBeDisabled();
  expect(await violationsInBothThemes(page)).toEqual([]);
});
