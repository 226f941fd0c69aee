// What people try first, each from a new profile, with the models that come with the app. More clicks than a good app needs
// are a failure.
import { expect, test } from '@playwright/test';
import { Person, TASKS } from './first-time-tasks.ts';

/** How much may move by itself: a fifth of what web vitals call good. */
const MAX_SHIFT = 0.02;

for (const { words, clicks, isFull, maxShift = MAX_SHIFT, run } of TASKS) {
  test(
    `“${words}”, at most ${clicks} ${clicks === 1 ? 'click' : 'clicks'}`,
    isFull ? { tag: '@full' } : {},
    async ({ page }) => {
      await page.addInitScript(() => {
        const state = { shift: 0 };
        Object.assign(globalThis, { layout: state });
        new PerformanceObserver((list) => {
          const entries = list.getEntries() as unknown as {
            value: number;
            hadRecentInput: boolean;
          }[];
          for (const { value, hadRecentInput } of entries)
            if (!hadRecentInput) state.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/');
      const person = new Person(page);
      await run(person, page);
      expect(person.clicks).toBeLessThanOrEqual(clicks);
      const shift = await page.evaluate(() => {
        return (globalThis as unknown as { layout: { shift: number } }).layout.shift;
      });
      expect(shift).toBeLessThanOrEqual(maxShift);
    },
  );
}
