import { BROWSER_MODEL } from '#catalog/browser-model.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { Device } from '#device/measure-device.ts';
import type { BrowserAvailability } from '#transport/browser-model.ts';
import { suggestedFor } from '#ui/state/catalog-choice.ts';

/** A general model for a task, from the one place that costs a person least; all null where there is none. */
export interface Offer {
  /** One that can be used now. */
  usable: ModelView | null;
  /** The browser's own, which it has to download. */
  browser: ModelView | null;
  /** One to install or to download here. */
  download: CatalogEntry | null;
}

interface Places {
  /** Models that can be used now. */
  models: readonly ModelView[];
  entries: readonly CatalogEntry[];
  /** Null until it has been measured. */
  device: Device | null;
  /** Of the browser's own model. */
  browser: BrowserAvailability;
}

const BROWSERS = toModelView(BROWSER_MODEL);
const RUNNING = ['downloading', 'queued'];

/**
 * The model to offer: one that is installed, the browser's own, one that the page's server holds, one to download. A download
 * that runs comes before all but installed models.
 */
export function chooseOffer(
  { models, entries, device, browser }: Places,
  accepts: (model: ModelView) => boolean,
): Offer {
  const none = { usable: null, browser: null, download: null };
  const here = models.filter((model) => accepts(model) && !model.id.startsWith('scripted-'));
  const usable = here.find(({ isBrowsers }) => !isBrowsers) ?? here[0];
  if (usable) return { ...none, usable };
  const general = entries.filter(({ model }) => accepts(model));
  const running = general.find(({ state }) => RUNNING.includes(state.kind));
  if (running) return { ...none, download: running };
  const isInBrowser = browser === 'downloadable' || browser === 'downloading';
  if (isInBrowser && accepts(BROWSERS)) return { ...none, browser: BROWSERS };
  const begun = general.find(({ state }) => !['available', 'ready'].includes(state.kind));
  const suggested = device ? suggestedFor(general, device) : [];
  const onServer = suggested.find(({ isOnServer }) => isOnServer);
  return { ...none, download: onServer ?? begun ?? suggested[0] ?? null };
}
