// States of requests, usage, backups and the move between devices, for the screenshots: how to get to each from a fresh page.
import { readFile } from 'node:fs/promises';
import { visit } from './visit.mjs';

const PASSPHRASE = 'heron waits at the pond';
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const rows = (page) => page.getByRole('region', { name: 'List of requests' }).getByRole('listitem');

const KEYS = ['nightly-evals', 'Notebook of Ann', 'my-notes-plugin-for-the-editor'];
const MODELS = ['alcove-guide', 'onnx-community/Qwen2.5-Coder-0.5B-Instruct', 'lab/big-model'];
const REQUESTS = 420;
/** The last of them are of today. */
const TODAY = 40;

const today = () => new Date().setUTCHours(0, 0, 0, 0);

/** All rows of a table, with `more` added to it. */
const readTable = (page, table, more = []) =>
  page.evaluate(
    async ([name, rows]) => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('alcove'));
      const store = database.transaction(name, 'readwrite').objectStore(name);
      for (const row of rows) store.add(row);
      const all = await done(store.getAll());
      database.close();
      return all;
    },
    [table, more],
  );

function outcome(i) {
  if (i % 17 !== 0) return { status: 200, errorCode: null };
  if (i % 2 === 0) return { status: 400, errorCode: 'invalid_value' };
  return { status: 429, errorCode: 'queue_full' };
}

/** Figures that follow from the number of a request: pictures of two runs differ in what changed in the app. */
function toRow(i, keyIds) {
  const result = outcome(i);
  const isFine = result.status === 200;
  const isEmbedding = i % 5 === 3;
  const model = isEmbedding ? 'alcove-embed' : MODELS[i % 3];
  const age = REQUESTS - i;
  const firstTokenSeconds = 0.05 + ((i * 37) % 100) / 120;
  return {
    ...result,
    requestId: `${(0x1a2b3c4d + i * 7919).toString(16)}-5e6f-4a7b-8c9d-${String(i).padStart(12, '0')}`,
    at:
      age <= TODAY
        ? Math.max(today() + 1, Date.now() - age * 60_000)
        : today() - (age - TODAY) * 31 * 60_000,
    keyId: keyIds[i % keyIds.length],
    model,
    endpoint: isEmbedding ? 'embeddings' : 'chat',
    promptTokens: isFine ? 40 + ((i * 53) % 900) : 0,
    completionTokens: isFine && !isEmbedding ? 20 + ((i * 29) % 300) : 0,
    loadSeconds: isFine && i % 40 === 0 ? 2.4 : 0,
    queueSeconds: isFine && i % 6 === 0 ? 0.6 : 0,
    firstTokenSeconds: isFine ? firstTokenSeconds : 0,
    totalSeconds: isFine ? firstTokenSeconds + (isEmbedding ? 0.1 : 1 + (i % 9)) : 0.003,
    admitted: isFine,
    servedBy: model.includes('/') ? model : `local/${model}`,
    finish: 'stop',
  };
}

/** Requests of three keys and four models over nine days, once a profile. */
async function storeRequests(page) {
  const known = await readTable(page, 'keys');
  if (known.some(({ name }) => name === KEYS[0])) return;
  for (const name of KEYS) {
    await page.evaluate((key) => globalThis.alcove.createApiKey(key), name);
  }
  const keys = await readTable(page, 'keys');
  const ids = KEYS.map((name) => keys.find((key) => key.name === name).id);
  const rows = Array.from({ length: REQUESTS }, (_, i) => toRow(i, ids));
  await readTable(page, 'usage', rows);
}

async function record(page) {
  await visit(page, '/developer/requests');
  await page.getByText(/^Recording: /).click();
  await page.getByLabel('Headers and bodies').selectOption('Record programs and the playground');
  await page.getByLabel('Delete after').waitFor();
}

/** Sends a streamed chat with log probabilities; its row is the first of the list then. @returns its id */
async function askStreamed(page, content) {
  const id = await page.evaluate(async (question) => {
    // One key for all of them, or the table of usage has a line for each.
    sessionStorage['pictures'] ??= await globalThis.alcove.createApiKey('pictures');
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sessionStorage['pictures']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        model: 'alcove-guide',
        messages: [{ role: 'user', content: question }],
        temperature: 0,
        max_tokens: 60,
        stream: true,
        logprobs: true,
        top_logprobs: 3,
      }),
    });
    await response.text();
    return response.headers.get('x-request-id');
  }, content);
  await rows(page).first().locator(`a[href$="${id}"]`).waitFor();
  return id;
}

/** The parts of the recorded request at the top of the window. */
const showParts = (page) =>
  page.getByRole('tablist', { name: 'Requests' }).evaluate((tabs) => tabs.scrollIntoView());

async function openRecorded(page) {
  await storeRequests(page);
  await record(page);
  const id = await askStreamed(page, 'What is an embedding?');
  await rows(page).first().getByRole('link').click();
  await page.getByRole('tab', { name: 'Events' }).waitFor();
  return id;
}

/** Gives the first key a limit of requests that it has used to four fifths. */
async function setLimits(page) {
  const key = (await readTable(page, 'keys')).find(({ name }) => name === KEYS[0]);
  const used = (await readTable(page, 'usage')).filter(
    ({ keyId, at, admitted }) => keyId === key.id && at >= today() && admitted,
  );
  const limit = Math.floor(used.length / 0.8);
  await visit(page, '/developer/keys');
  const row = page.getByRole('row').filter({ hasText: KEYS[0] });
  await row.getByRole('button', { name: 'Limits' }).click();
  await page.getByLabel('Requests per day').fill(String(limit));
  await page.getByLabel('Tokens per month').fill('1000000');
  await press(page, 'Save limits');
  await page.getByText(/1,000,000 tokens per month/).waitFor();
}

async function openExport(page) {
  await press(page, 'Export with a passphrase…');
  return page.getByRole('dialog', { name: 'Export with a passphrase' });
}

/** Exports under a passphrase and imports the file. */
async function openImport(page) {
  const dialog = await openExport(page);
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const buffer = await readFile(await (await download).path());
  const file = { name: 'alcove-2026-11-27.alcove', mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('Files to import').setInputFiles(file);
  const question = page.getByRole('dialog', { name: 'This backup is encrypted' });
  await question.waitFor();
  return question;
}

async function closeMove(page) {
  const move = page.getByTestId('move');
  if (await move.isVisible())
    await move.getByRole('button', { name: /^(?:Cancel|Close)$/ }).click();
}

/** The server of the pictures has no rooms: the devices exchange texts. */
async function showTexts(page) {
  await closeMove(page);
  await press(page, 'Send from this device');
  await page.getByLabel('Text for the other device').waitFor();
}

export const INSPECTOR_STATES = {
  'requests-list': [
    '/developer/requests',
    async (page) => {
      await storeRequests(page);
      await record(page);
      await askStreamed(page, 'What is a token?');
    },
  ],
  'requests-filtered': [
    '/developer/requests',
    async (page) => {
      await storeRequests(page);
      await visit(page, '/developer/requests');
      await page.getByLabel('Status').selectOption('Failed or cut');
      await page.getByRole('button', { name: 'Reset filters' }).waitFor();
    },
  ],
  'request-waterfall': ['/developer/requests', openRecorded],
  'request-events': [
    '/developer/requests',
    async (page) => {
      await openRecorded(page);
      await tab(page, 'Events');
      await showParts(page);
    },
  ],
  'request-tokens': [
    '/developer/requests',
    async (page) => {
      await openRecorded(page);
      await tab(page, 'Tokens');
      await page.getByText('As a table').click();
      await showParts(page);
    },
  ],
  'request-replay': [
    '/developer/requests',
    async (page) => {
      await openRecorded(page);
      await page.getByText('Replay', { exact: true }).click();
      await page.getByLabel('Model', { exact: true }).selectOption('scripted-chat');
      await press(page, 'Send again');
      await page.getByText('Different answer').scrollIntoViewIfNeeded();
    },
  ],
  'requests-compare': [
    '/developer/requests',
    async (page) => {
      const first = await openRecorded(page);
      await page.getByRole('link', { name: 'All requests' }).click();
      const second = await askStreamed(page, 'What is a token?');
      await visit(page, `/developer/requests/${first}?with=${second}`);
      await page.getByRole('table', { name: 'Figures' }).waitFor();
    },
  ],
  'usage-budgets': [
    '/developer/requests',
    async (page) => {
      await storeRequests(page);
      await setLimits(page);
      await visit(page, '/developer/usage');
      await page.getByRole('region', { name: 'Budgets' }).waitFor();
    },
  ],
  'usage-models': [
    '/developer/requests',
    async (page) => {
      await storeRequests(page);
      await visit(page, '/developer/usage');
      await page.getByLabel('Group by').selectOption('Day, key, model and endpoint');
      await page.getByRole('table').last().scrollIntoViewIfNeeded();
    },
  ],
  'backup-export': [
    '/settings/data',
    async (page) => {
      const dialog = await openExport(page);
      await dialog.getByLabel('Passphrase', { exact: true }).fill('short');
      await dialog.getByLabel('Repeat the passphrase').fill('other');
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    },
  ],
  'backup-import': ['/settings/data', openImport],
  'backup-wrong': [
    '/settings/data',
    async (page) => {
      const question = await openImport(page);
      await question.getByLabel('Passphrase').fill('heron waits at the lake');
      await question.getByRole('button', { name: 'Import' }).click();
      await question.getByText('This is not the passphrase').waitFor();
    },
  ],
  'privacy-page': ['/settings/privacy', (page) => page.getByTestId('sent-total').waitFor()],
  'move-enter': [
    '/settings/data',
    async (page) => {
      await closeMove(page);
      await press(page, 'Receive on this device');
      await page.getByLabel('Words that the other device shows').fill('heron pond');
      await press(page, 'Connect');
    },
  ],
  'move-texts': ['/settings/data', showTexts],
};
