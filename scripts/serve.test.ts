import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '#scripts/serve.mjs';

test('a page answers GET and HEAD only: a program with a wrong address gets an error', async () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-serve-'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Alcove</title>');
  const { server, url } = await serve({ root, isolated: false });
  try {
    const page = await fetch(`${url}/chat/completions`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Alcove')]);
    expect((await fetch(`${url}/chat`, { method: 'HEAD' })).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${url}/chat/completions`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true });
  }
});
