import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it stands; of one rule only, where others are tested elsewhere. */
export async function violations(page: Page, onlyRule?: 'color-contrast'): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  // Past the page's own policy: axe is a guest of the test alone.
  await cdp.send('Runtime.evaluate', { expression: AXE });
  return page.evaluate(async (rule) => {
    // Colours that are still changing are neither theme's. Waiting for their end can take forever: a page that
    // is not painted moves no animation on.
    for (const change of document.getAnimations()) {
      if (change instanceof CSSTransition) change.finish();
    }
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations: found } = await axe.run(rule ? { runOnly: rule } : {});
    return found.map(
      ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`,
    );
  }, onlyRule);
}

/** The same in both themes; they differ in their colours alone. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, 'color-contrast');
  return [...light, ...dark.map((found) => `dark: ${found}`)];
}
