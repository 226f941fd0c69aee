import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '#scripts/serve.mjs';

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test('a page answers browsers that read it: a program with a wrong address gets an error', async () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-serve-'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Alcove</title>');
  const { server, url } = await serve({ root, isolated: false });
  try {
    for (const page of [await fetch(`${url}/chat/completions`, html), await fetch(url)]) {
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Alcove')]);
    }
    expect((await fetch(`${url}/chat`, { method: 'HEAD', ...html })).status).toBe(200);
    // lm-eval and front ends of Ollama probe what other servers have.
    for (const path of ['/models', '/tokenizer_info', '/api/tags', '/health', '/x.js']) {
      const answer = await fetch(url + path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'unknown_url' } });
    }
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
