import { beforeEach, expect, test, vi } from 'vitest';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import type { Services } from '#ui/services.ts';

type Changes = Partial<ServiceSettings>;

/** One page: its module, and a host that stores settings or never answers. */
async function openPage(host: 'answers' | 'is gone' | 'refuses') {
  vi.resetModules();
  const leaving: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => leaving.push(listener));
  const stored: Changes[] = [];
  const changeSettings = async (changes: Changes) => {
    if (host === 'is gone') await new Promise(() => {});
    if (host === 'refuses') throw new Error('refused');
    stored.push(changes);
  };
  const control = ((use: (c: object) => unknown) => use({ changeSettings })) as Services['control'];
  const leave = () => {
    for (const listener of leaving) listener();
  };
  const module = await import('./pending-settings.ts');
  return { ...module, control, stored, leave };
}

beforeEach(stubLocalStorage);

test('a change whose page is left before the host has it is stored by the next page', async () => {
  const left = await openPage('is gone');
  left.writeSettings(left.control, { temperatureMax: 2 }).catch(() => {});
  left.writeSettings(left.control, { maxWaiting: 3 }).catch(() => {});
  left.leave();
  const next = await openPage('answers');
  expect(await next.finishSettings(next.control)).toBe(true);
  expect(next.stored).toEqual([{ temperatureMax: 2, maxWaiting: 3 }]);
  expect(await next.finishSettings(next.control)).toBe(false);
});

test('a change that fails because its page is left is stored by the next page', async () => {
  const left = await openPage('refuses');
  left.leave();
  await expect(left.writeSettings(left.control, { threads: 2 })).rejects.toThrow('refused');
  const next = await openPage('answers');
  await next.finishSettings(next.control);
  expect(next.stored).toEqual([{ threads: 2 }]);
});

test('a change that was stored, or that failed before a person, is not stored again', async () => {
  const first = await openPage('answers');
  await first.writeSettings(first.control, { threads: 2 });
  const second = await openPage('refuses');
  await expect(second.writeSettings(second.control, { threads: 4 })).rejects.toThrow('refused');
  const next = await openPage('answers');
  expect(await next.finishSettings(next.control)).toBe(false);
  expect(next.stored).toEqual([]);
});

test('unknown entries are left out', async () => {
  localStorage.setItem('alcove-pending-settings', '{"threads":"many","maxWaiting":3,"x":1}');
  const page = await openPage('answers');
  await page.finishSettings(page.control);
  expect(page.stored).toEqual([{ maxWaiting: 3 }]);
  localStorage.setItem('alcove-pending-settings', '{');
  expect(await page.finishSettings(page.control)).toBe(false);
});
