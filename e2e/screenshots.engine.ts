import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './engine-test.ts';

const FOLDER = fileURLToPath(new URL('../screenshots/engines', import.meta.url));
const SIZES = { desktop: [1280, 800], phone: [390, 844] } as const;
/** Their pages have something to show after these. */
const FILLED_BY = ['Chat page: a question is answered', 'Embeddings page: six texts are embedded'];

const PAGES = [
  '/chat',
  '/transcribe',
  '/embeddings',
  '/models',
  '/developer',
  '/developer/requests',
  '/developer/usage',
  '/developer/playground',
  '/developer/connect',
  '/developer/reference',
  '/settings',
  '/nowhere',
];

test(
  'every page is drawn (pictures in screenshots/engines)',
  { tag: '@full' },
  async ({ app }, { project }) => {
    test.setTimeout(300_000);
    mkdirSync(FOLDER, { recursive: true });
    for (const name of FILLED_BY) {
      const body = `return (await import('/e2e/engine-checks.js')).runCheck(${JSON.stringify(name)})`;
      expect(await app.run(body)).toBeNull();
    }
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await app.resize(width, height);
      for (const path of PAGES) {
        await app.goto(`${project.use.baseURL}${path}?scripted-models`);
        const shown = await app.run<string>(`
          await alcove.ready;
          const start = performance.now();
          while (!document.querySelector('h1, [aria-label="Message"]')) {
            if (performance.now() - start > 30_000) throw new Error('No heading within 30 s');
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          await document.fonts.ready;
          return document.body.innerText;`);
        expect(shown.length, path).toBeGreaterThan(50);
        const name = path.slice(1).replace('/', '-');
        writeFileSync(join(FOLDER, `${project.name}-${name}-${size}.png`), await app.screenshot());
      }
    }
    await app.resize(1280, 800);
  },
);
