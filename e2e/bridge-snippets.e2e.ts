import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { codeBlocks } from '#scripts/document-code.mjs';
import { AlcoveProcess } from './bridge-server.ts';
import { installPython, PYTHON } from './python-clients.ts';

const run = promisify(execFile);

/** The code of a language in a document, for a server at another address. */
function codeOf(language: string, url: string, path = 'docs/connect.md'): string[] {
  const blocks = codeBlocks(path, language);
  return blocks.map((code) => code.replaceAll('http://localhost:4173', url));
}

test('the code of docs/connect.md and the request of docs/voice.md run unchanged', {
  tag: '@full',
}, async () => {
  test.setTimeout(900_000);
  await installPython();
  const server = new AlcoveProcess('--headless');
  try {
    await server.start();
    const key = readFileSync(`${server.data}/api-key`, 'utf8').trim();
    // The client of Ollama reads the address and the key that the document describes from these two.
    const ollama = { OLLAMA_HOST: server.url, OLLAMA_API_KEY: key };
    const env = { ...process.env, ...ollama, ALCOVE_API_KEY: key };
    const python = codeOf('python', server.url);
    expect(python).toHaveLength(6);
    for (const code of python) {
      const { stdout } = await run(PYTHON, ['-c', code], { env });
      expect(stdout.trim().length).toBeGreaterThan(10);
    }
    const [curl = ''] = codeOf('sh', server.url).filter((code) => code.startsWith('curl'));
    expect((await run('bash', ['-c', curl], { env })).stdout).toContain('data: [DONE]');
    const [speak = ''] = codeOf('sh', server.url, 'docs/voice.md');
    const folder = test.info().outputPath();
    mkdirSync(folder, { recursive: true });
    await run('bash', ['-c', speak], { env, cwd: folder });
    // MPEG audio begins with eleven bits that are set, or with a tag.
    expect(readFileSync(`${folder}/it.mp3`).subarray(0, 2).toString('latin1')).toMatch(
      /^(?:\xff[\xe0-\xff]|ID)/,
    );
    const [aiSdk = ''] = codeOf('ts', server.url);
    // Next to the clients, where its imports are found.
    const file = 'e2e/clients/snippet.mjs';
    writeFileSync(file, aiSdk);
    try {
      const { stdout } = await run(process.execPath, [file], { env });
      expect(stdout.trim().length).toBeGreaterThan(10);
    } finally {
      rmSync(file);
    }
  } finally {
    await server.stop();
  }
});
