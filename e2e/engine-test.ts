import { test as base } from '@playwright/test';
import { IS_FULL } from '#testing/test-run.ts';
import { type Engine, type EnginePage, MissingEngineError } from './engine.ts';
import { ENGINES } from './open-engine.ts';

interface WorkerFixtures {
  engine: Engine | MissingEngineError;
  /** One page for the checks that do not need their own: models stay loaded. */
  sharedPage: EnginePage | null;
}

interface Fixtures {
  app: EnginePage;
}

/** Tests that run in each engine: the project's name says which. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use, { project }) => {
      const open = ENGINES[project.name];
      if (!open) throw new Error(`${project.name} is no engine.`);
      const engine = await open().catch((error: unknown) => {
        if (error instanceof MissingEngineError) return error;
        throw error;
      });
      await use(engine);
      if (!(engine instanceof MissingEngineError)) await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedPage: [
    async ({ engine }, use, { project }) => {
      const page = engine instanceof MissingEngineError ? null : await engine.newPage();
      const address = `${project.use.baseURL}/?scripted-models`;
      await page?.goto(address);
      if (page && !IS_FULL) {
        // Whisper takes most of a minute here: the small model of digits decodes the same files.
        const preferences = JSON.stringify({ speechModel: 'alcove-digits' });
        // Ready: a page that is left while the service worker installs is a test of its own.
        await page.run(
          `await alcove.ready; localStorage.setItem('alcove-preferences', ${JSON.stringify(preferences)})`,
        );
        await page.goto(address);
      }
      await use(page);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: async ({ engine, sharedPage }, use, testInfo) => {
    if (engine instanceof MissingEngineError || !sharedPage) {
      // Where everything is promised to be tested, a missing engine is a failure.
      if (process.env['CI']) throw engine;
      testInfo.skip(true, engine instanceof Error ? engine.message : 'No page.');
      return;
    }
    testInfo.annotations.push({ type: 'engine', description: engine.version });
    await use(sharedPage);
  },
});
