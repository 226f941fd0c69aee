import { foldCase } from '#base/words.ts';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import { type Fit, fitsDevice } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import { summaryText } from '#ui/messages/dictionary.ts';
import { fitOf, rankFor } from '#ui/state/catalog-choice.ts';

/** How well a model fits: `tight` leaves little memory for anything else. */
export type FitLevel = 'yes' | 'tight' | 'no' | 'unknown';

/** A model of the Models page, wherever it stands. */
export interface ModelRow {
  model: ModelView;
  /** Null for models that ship with the app. */
  entry: CatalogEntry | null;
  /** Null while it is not loaded. */
  slot: SlotStatus | null;
  fit: Fit | null;
  level: FitLevel;
  /** Place among those suggested for this device; Infinity for the others. */
  rank: number;
  /** Whether its files are on this device, or on their way. */
  isHere: boolean;
}

/** Share of the memory a model may have beyond which it is called tight. */
const TIGHT = 0.7;

/** Models of the catalogue that ship with the app under another name. */
const COPIES_OF_BUILT_IN: ReadonlySet<string> = new Set(['onnx-community/whisper-base']);

/** All models as rows: those that can be asked, then those that can be downloaded, each once. */
export function toRows(
  models: readonly ModelView[],
  entries: readonly CatalogEntry[],
  slots: readonly SlotStatus[],
  device: Device | null,
): ModelRow[] {
  const known = new Set(entries.map(({ model }) => model.id));
  const shipped = models.filter(({ id }) => !known.has(id));
  const toRow = (model: ModelView, entry: CatalogEntry | null): ModelRow => {
    const fit = device && (entry ? fitOf(entry, device) : fitsDevice(model.memoryBytes, device));
    return {
      model,
      entry,
      slot: slots.find((slot) => slot.model === model.id) ?? null,
      fit,
      level: levelOf(fit),
      rank: entry && device && fit?.fits ? rankFor(entry, device) : Infinity,
      isHere: entry === null || entry.state.kind !== 'available',
    };
  };
  // The catalogue's own copy of a built-in model is no further choice.
  const others = entries.filter(
    ({ model, state }) => state.kind !== 'available' || !COPIES_OF_BUILT_IN.has(model.id),
  );
  return [
    ...shipped.map((model) => toRow(model, null)),
    ...others.map((entry) => toRow(entry.model, entry)),
  ];
}

/** Whether all files of a model are on this device. */
export const isWhole = ({ entry }: ModelRow): boolean =>
  entry === null || entry.state.kind === 'ready';

/** Models whose files are not whole: the one that is downloaded, those that wait, and those that stopped. */
export function inQueueOrder(rows: readonly ModelRow[]): ModelRow[] {
  const placeOf = ({ entry }: ModelRow) => {
    if (entry?.state.kind === 'downloading') return 0;
    return entry?.state.kind === 'queued' ? entry.state.place : Infinity;
  };
  const unfinished = rows.filter((row) => row.isHere && !isWhole(row));
  return unfinished.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

function levelOf(fit: Fit | null): FitLevel {
  if (!fit) return 'unknown';
  if (!fit.fits) return 'no';
  if (fit.availableBytes === null) return 'unknown';
  // A model may use half of the memory, or all that a GPU allows.
  const may = fit.reason === 'memory' ? fit.availableBytes / 2 : fit.availableBytes;
  return fit.neededBytes > may * TIGHT ? 'tight' : 'yes';
}

export const SORTS = ['suggested', 'name', 'size', 'speed'] as const;

export interface ModelFilter {
  words: string;
  task: ModelView['task'] | 'all';
  /** Most bytes of the download; 0 for any. */
  maxBytes: number;
  /** ISO-639-1; empty for any. */
  language: string;
  /** Empty for any. */
  licence: string;
  fitsOnly: boolean;
  /** Whether models are listed that need WebGPU where there is none. */
  withoutGpu: boolean;
  sort: (typeof SORTS)[number];
}

export const NO_FILTER: ModelFilter = {
  words: '',
  task: 'all',
  maxBytes: 0,
  language: '',
  licence: '',
  fitsOnly: false,
  withoutGpu: false,
  sort: 'suggested',
};

/** Rows that pass a filter, in its order. */
export function filterRows(rows: readonly ModelRow[], filter: ModelFilter): ModelRow[] {
  const words = foldCase(filter.words).split(/\s+/).filter(Boolean);
  return rows.filter((row) => passes(row, filter, words)).sort(ORDERS[filter.sort]);
}

function passes({ model, level, fit }: ModelRow, filter: ModelFilter, words: string[]): boolean {
  const { task, maxBytes, language, licence, fitsOnly } = filter;
  // Folded only for a search: the page first draws without one.
  const text = () =>
    foldCase(`${model.id} ${model.title} ${summaryText(model.summary)} ${model.task}`);
  return (
    (task === 'all' || model.task === task) &&
    (maxBytes === 0 || model.downloadBytes <= maxBytes) &&
    (language === '' || model.languages.includes(language)) &&
    (licence === '' || model.licence === licence) &&
    !(fitsOnly && level === 'no') &&
    (filter.withoutGpu || fit?.reason !== 'no-webgpu') &&
    (words.length === 0 || hasAll(text(), words))
  );
}

const hasAll = (text: string, words: readonly string[]) =>
  words.every((word) => text.includes(word));

type Order = (a: ModelRow, b: ModelRow) => number;

const byName: Order = (a, b) => a.model.title.localeCompare(b.model.title);
const bySize: Order = (a, b) => a.model.downloadBytes - b.model.downloadBytes;
/** What cannot run here comes last in every order. */
const runnable = ({ level }: ModelRow) => (level === 'no' ? 1 : 0);
const byRank: Order = (a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank);

const inOrder =
  (...orders: Order[]): Order =>
  (a, b) =>
    orders.reduce((result, order) => result || order(a, b), runnable(a) - runnable(b));

const ORDERS: Record<ModelFilter['sort'], Order> = {
  suggested: inOrder(byRank, bySize, byName),
  name: inOrder(byName, bySize),
  size: inOrder(bySize, byName),
  // Fewer bytes to read for each token.
  speed: inOrder((a, b) => a.model.memoryBytes - b.model.memoryBytes, byName),
};

/** Values that a filter can have: only those that some model has. */
export function choicesOf(rows: readonly ModelRow[]): { languages: string[]; licences: string[] } {
  const languages = new Set(rows.flatMap(({ model }) => model.languages));
  const licences = new Set(rows.map(({ model }) => model.licence));
  return { languages: [...languages].sort(), licences: [...licences].sort() };
}
