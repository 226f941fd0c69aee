import { appPath } from '#contract/app-path.ts';

/** The icon of the tab, and the same with the lamp lit. */
const ICON = '/icon.svg';
const BUSY_ICON = '/icon-busy.svg';

/** Shows in the tab's icon whether work is in progress, for people who look at another tab. */
export function showWork(isBusy: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const path = appPath(isBusy ? BUSY_ICON : ICON);
  if (link && link.getAttribute('href') !== path) link.setAttribute('href', path);
}
