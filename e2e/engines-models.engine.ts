import { expect } from '@playwright/test';
import type { EnginePage } from './engine.ts';
import { test } from './engine-test.ts';
import { untilWithin } from './page-scripts.ts';

const FULL = { tag: '@full' };
const MODEL = 'shapes/qwen3';

/** Waits in the page, and acts as a person does: types, clicks. */
const HELPERS = `
  await alcove.ready;
  ${untilWithin(90_000)}
  const fieldOf = (label) => until(() => {
    const found = [...document.querySelectorAll('label')].find((l) => l.innerText.includes(label));
    return found?.control ?? document.querySelector('[aria-label="' + label + '"]');
  });
  const type = async (label, text) => {
    const field = await fieldOf(label);
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    field.focus();
    set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return field;
  };
  const press = async (name) => {
    const find = () => [...document.querySelectorAll('button')].find((b) => b.innerText.trim() === name && !b.disabled);
    (await until(find)).click();
  };
  const rowOf = (name) => [...document.querySelectorAll('tr, [role=row]')].find((row) =>
    [...row.querySelectorAll('a')].some((link) => link.innerText.trim() === name));
  const ask = async () => {
    const key = await alcove.createApiKey('models');
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: '${MODEL}', messages: [{ role: 'user', content: 'Hi' }], temperature: 0, max_tokens: 16,
      }),
    });
    const { choices, error } = await response.json();
    return { status: response.status, text: choices?.[0].message.content ?? error.message };
  };
`;

test.beforeEach(() => test.setTimeout(300_000));

test(
  'a model of a hub is downloaded, answers without the hub, and is deleted; or why not',
  FULL,
  async ({ app }, { project }) => {
    const base = project.use.baseURL ?? '';
    await setHub(app, base, `${base}/hub`);
    await app.goto(`${base}/models`);
    await app.run(`${HELPERS}
    await type('Another model from the hub', '${MODEL}');
    await press('Check and download');
    return null;`);
    const hasFiles = await app.run<boolean>(
      'return navigator.storage.getDirectory().then(() => true, () => false);',
    );
    if (!hasFiles) {
      // WebKitGTK is driven in a private session.
      await app.run(`${HELPERS}
      await until(() => rowOf('qwen3')?.innerText.includes('no private file system'));
      return null;`);
      return;
    }
    await app.run(`${HELPERS}
    await until(() => rowOf('qwen3')?.innerText.includes('On this device'));
    return null;`);
    const first = await app.run<Answer>(`${HELPERS} return ask();`);
    expect(first.status, first.text).toBe(200);

    // A hub that is gone: the files are in this browser.
    await setHub(app, base, `${base}/no-hub`);
    expect(await app.run<Answer>(`${HELPERS} return ask();`)).toEqual(first);

    await app.goto(`${base}/models/${encodeURIComponent(MODEL)}`);
    await app.run(`${HELPERS}
    await press('Delete');
    return null;`);
    await expect.poll(() => app.run<number>(`${HELPERS} return (await ask()).status;`)).toBe(404);
  },
);

interface Answer {
  status: number;
  text: string;
}

async function setHub(app: EnginePage, base: string, hub: string): Promise<void> {
  await app.goto(`${base}/settings/service`);
  await app.run(`${HELPERS}
    const field = await type('Models are downloaded from', '${hub}');
    field.blur();
    const opening = indexedDB.open('alcove');
    const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    await until(async () => {
      const row = database.transaction('settings').objectStore('settings').get('hub');
      await new Promise((resolve) => (row.onsuccess = resolve));
      return row.result?.value === '${hub}';
    });
    database.close();
    return null;`);
}

test('the embedded models give the values that ship with the app', async ({ app }, { project }) => {
  for (const id of ['alcove-embed', 'alcove-embed-multilingual', 'alcove-rerank', 'alcove-guide']) {
    await app.goto(`${project.use.baseURL}/models/${id}`);
    const found = await app.run<string>(`${HELPERS}
    await press('Check now');
    const section = () => document.querySelector('section[aria-labelledby=answers] [role=status]');
    return until(() => /, on the processor: (.*)/.exec(section()?.innerText ?? '')?.[1]);`);
    expect(found, id).toContain('agree with the values that ship with the app');
  }
});
