// Every state that `npm run screenshots` shows of requests, usage, backups and the move, on a phone and on a desktop.
import { expect, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { INSPECTOR_STATES } from './inspector-states.mjs';
import { openPage } from './open-page.ts';

for (const [size, width, height] of [
  ['phone', 390, 844],
  ['desktop', 1280, 800],
] as const) {
  test(`requests, usage, backups and the move fit a ${size} and pass axe in each state`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page);
    for (const [name, [path, reach]] of Object.entries(INSPECTOR_STATES)) {
      await test.step(name, async () => {
        await page.goto(path);
        await reach(page);
        // The page itself, and the part of it that scrolls down: tables scroll within their own width.
        const findWider = () =>
          page.evaluate(() =>
            [...document.querySelectorAll('html, body, main, main > div')]
              .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
              .map(({ tagName }) => tagName),
          );
        expect(await findWider(), name).toEqual([]);
        expect(await violationsInBothThemes(page), name).toEqual([]);
      });
    }
  });
}
