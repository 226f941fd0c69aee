import { expect } from '@playwright/test';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { test } from './engine-test.ts';

/** Writes rows past everything that checks them, or deletes them again. */
const EDIT = `
  const edit = (work) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('alcove');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const tables = ['providers', 'rules', 'keys'];
      const changing = opening.result.transaction(tables, 'readwrite');
      work(Object.fromEntries(tables.map((name) => [name, changing.objectStore(name)])));
      changing.oncomplete = () => resolve(opening.result.close());
    };
  });`;

test('the relay alone reaches a configured host', async ({ app }, { project }) => {
  const lab = await openFaultyProvider();
  const home = `${project.use.baseURL}/?scripted-models`;
  try {
    const base = lab.url({ kind: 'none' });
    const key = await app.run<string>(`${EDIT}
      await alcove.ready;
      const key = await alcove.createApiKey('provider');
      const models = [{ id: 'big', remote: 'big-model' }];
      const config = {
        id: 'lab', name: 'lab', baseUrl: ${JSON.stringify(base)}, boundary: 'own-network', models,
      };
      const rules = [{ when: { model: 'lab/*' }, mode: 'only-remote', to: ['lab:*'] }];
      await edit((tables) => {
        const from = 'person';
        tables.providers.put({ id: 'lab', from, configJson: JSON.stringify(config) });
        tables.rules.put({ id: from, rulesJson: JSON.stringify(rules) });
        tables.keys.getAll().onsuccess = ({ target }) => {
          for (const row of target.result) tables.keys.put({ ...row, limits: { boundary: 'own-network' } });
        };
      });
      return key;`);
    await app.goto(home);
    const answer = await app.run<{ status: number; text: string }>(`
      await alcove.ready;
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'lab/big', messages: [{ role: 'user', content: 'Hello' }] }),
      });
      return { status: response.status, text: await response.text() };`);
    expect(answer.text).toContain('Hello wörld 👋');
    expect(answer.status).toBe(200);

    const before = lab.received.length;
    const reached = await app.run<string>(`
      return fetch(${JSON.stringify(`${base}/models`)}, { mode: 'no-cors' })
        .then(() => 'reached', () => 'refused');`);
    expect([reached, lab.received.length]).toEqual(['refused', before]);
  } finally {
    await app.run(`${EDIT}
      await edit(({ providers, rules }) => { providers.clear(); rules.clear(); });
      return null;`);
    await app.goto(home);
    await lab.close();
  }
});
