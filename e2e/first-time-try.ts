import { expect, type Page } from '@playwright/test';
import { Person, type Task } from './first-time-tasks.ts';

/** How much may move by itself: a fifth of what web vitals call good. */
const MAX_SHIFT = 0.02;
/** Shifts that a failure shows, the largest first. */
const SHOWN = 6;

interface Moved {
  value: number;
  /** The elements that moved. */
  what: string[];
}

/** Tries a task with a new profile: more clicks than a good app needs are a failure, and so is what moves by itself. */
export async function tryTask(
  page: Page,
  { clicks, maxShift = MAX_SHIFT, run }: Task,
): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const moved: Moved[] = [];
    Object.assign(globalThis, { layout: moved });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 200) : String(node?.textContent),
        );
        if (!hadRecentInput) moved.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const person = new Person(page);
  await run(person, page);
  expect(person.clicks).toBeLessThanOrEqual(clicks);
  const moved = await page.evaluate(() => {
    return (globalThis as unknown as { layout: Moved[] }).layout;
  });
  const shift = moved.reduce((sum, { value }) => sum + value, 0);
  const most = moved.sort((a, b) => b.value - a.value).slice(0, SHOWN);
  expect(shift, JSON.stringify(most, null, 2)).toBeLessThanOrEqual(maxShift);
}

/** What a task is called. */
export const titleOf = ({ words, clicks }: Task) =>
  `“${words}”, at most ${clicks} ${clicks === 1 ? 'click' : 'clicks'}`;
