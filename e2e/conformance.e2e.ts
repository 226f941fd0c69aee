import { expect, test } from '@playwright/test';
import { SCRIPTED } from '#testing/scripted-models.ts';
import { EMBEDDED, openPage } from './open-page.ts';

interface Bundle {
  ids: { id: string; name: string }[];
  runCase: (id: string, key: string, models: typeof SCRIPTED) => Promise<string | null>;
}

for (const [kind, models] of Object.entries({ scripted: SCRIPTED, embedded: EMBEDDED })) {
  test(`the 54 cases pass from a page through the service worker with the ${kind} models`, async ({
    page,
  }) => {
    const key = await openPage(page);
    const results = await page.evaluate(
      async ([apiKey, ids]) => {
        const bundle = (await import('/e2e/conformance.js' as string)) as Bundle;
        const failures: string[] = [];
        for (const { id, name } of bundle.ids) {
          const failure = await bundle.runCase(id, apiKey, ids);
          if (failure) failures.push(`${id} ${name}: ${failure}`);
        }
        return { count: bundle.ids.length, failures };
      },
      [key, models] as const,
    );
    expect(results).toEqual({ count: 54, failures: [] });
  });
}
