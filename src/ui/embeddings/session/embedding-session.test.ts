import { beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { times } from '#testing/test-run.ts';
import { useHost } from '#ui/state/models.ts';
import { toVectorSet } from '#vectors/vector-set.ts';
import { EmbeddingSession } from './embedding-session.ts';

/** The analysis without its workers; its map waits until a test lets it continue. */
const worker = vi.hoisted(() => ({
  pcaGate: Promise.resolve(),
  layout: Promise.resolve(),
  /** Analyses that were opened and not closed. */
  open: 0,
}));
vi.mock('#vectors/open-analysis.ts', async () => {
  const { analyseInProcess } = await import('#testing/analyse-in-process.ts');
  return {
    openAnalysis() {
      worker.open++;
      return { ...analyseInProcess(worker), close: () => void worker.open-- };
    },
  };
});

/** Each text is the direction it names. */
const VECTORS: Record<string, readonly number[]> = {
  east: [1, 0],
  'east-ish': [0.8, 0.6],
  north: [0, 1],
};

function toBase64(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

/** A session over `/v1/embeddings` that answers when the gate of its text opens. */
async function open(gates: Record<string, Promise<void>> = {}) {
  const { ports, toasts } = await createTestPorts();
  const signals: AbortSignal[] = [];
  ports.v1 = async (_, body, signal) => {
    signals.push(signal);
    const { input } = body as { input: string[] };
    for (const text of input) await gates[text];
    const data = input.map((text) => ({ embedding: toBase64(VECTORS[text] ?? [0, 1]) }));
    return Response.json({ data });
  };
  useHost.setState({ models: EMBEDDED_MODELS.map(toModelView) });
  const session = new EmbeddingSession(ports);
  const choose = (texts: string[]) =>
    session.current.chooseInput({ name: 'Texts', texts, columns: [] });
  choose(Object.keys(VECTORS));
  const state = () => session.current.state.getState();
  return { session, ports, signals, toasts, choose, state };
}

beforeEach(() => {
  worker.pcaGate = Promise.resolve();
  worker.layout = Promise.resolve();
});

test('nothing can be cancelled any more while finished vectors are laid out', async () => {
  const gate = deferred();
  worker.pcaGate = gate.promise;
  const { session, state } = await open();
  const whole = session.current.embed('alcove-embed', null);
  await vi.waitFor(() => expect(state().vectors).not.toBeNull());
  expect(state()).toMatchObject({ work: null, map: null });
  gate.resolve();
  await whole;
  expect(state().map).not.toBeNull();
});

test('a slow search does not overwrite a newer one, and is aborted', async () => {
  const gate = deferred();
  const { session, state, signals, choose } = await open({ north: gate.promise });
  choose(['east', 'east-ish']);
  await session.current.embed('alcove-embed', null);
  const slow = session.current.search('north');
  const first = signals.at(-1);
  await session.current.search('east');
  gate.resolve();
  await slow;
  expect(first?.aborted).toBe(true);
  const { query, hits } = state();
  expect(query).toBe('east');
  expect(hits?.[0]).toMatchObject({ index: 0 });
});

test('a search shows its results from every view, and stays on the map', async () => {
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  for (const view of ['code', 'compare', 'answers', 'groups', 'similar', 'texts'] as const) {
    session.current.show(view);
    session.current.clearSearch();
    await session.current.search('east');
    expect([view, state().view]).toEqual([view, 'texts']);
  }
  session.current.show('map');
  await session.current.search('east');
  expect(state()).toMatchObject({ view: 'map', query: 'east' });
});

test('texts near a chosen one are found once, by the worker', async () => {
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  await session.current.findNear(0);
  const { near } = state();
  expect(near?.neighbours.map(({ index }) => index)).toEqual([1, 2]);
  await session.current.findNear(0);
  expect(state().near).toBe(near);
});

test('a set is saved, opened again with its vectors, deleted and restored', async () => {
  const { session, ports, state, toasts } = await open();
  await session.current.embed('alcove-embed', null);
  const id = await session.current.save();
  const other = new EmbeddingSession(ports);
  expect(await other.open(id)).toBe(true);
  expect(other.current.state.getState().vectors?.data).toEqual(state().vectors?.data);
  expect(other.current.state.getState().map).not.toBeNull();
  const set = await session.sets.get(id);
  if (set) await session.remove(set);
  expect(await new EmbeddingSession(ports).open(id)).toBe(false);
  await toasts.at(-1)?.action?.run();
  expect((await session.sets.vectors(id))?.size).toBe(2);
});

test('texts too long for the model are named and not embedded', async () => {
  const { session, ports, state, choose, signals } = await open();
  ports.control = async () => [3, 9_999] as never;
  choose(['x'.repeat(2_000), 'y'.repeat(30_000)]);
  await session.current.embed('alcove-embed', null);
  expect(state().error).toContain('9,999');
  expect(signals).toEqual([]);
});

test('cancelling ends the requests and shows no error', async () => {
  const gate = deferred();
  const { session, state, signals } = await open({ east: gate.promise });
  const whole = session.current.embed('alcove-embed', null);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  session.current.cancel();
  expect(signals[0]?.aborted).toBe(true);
  gate.resolve();
  await whole;
  expect(state()).toMatchObject({ work: null, error: null });
});

test('columns past the limit of a set are named when it is saved and when it is opened', async () => {
  const { session, toasts, state } = await open();
  const texts = Array.from({ length: 100_000 }, () => 'x');
  // A short column is filled up when it is opened.
  const values = texts.slice(0, times(texts.length, 1));
  const columns = Array.from({ length: 52 }, (_, i) => ({ name: `c${i}`, values }));
  session.current.chooseInput({ name: 'Wide', texts, columns });
  const id = await session.current.save();
  const sentence = '2 columns are not stored: a set has at most 5,000,000 cells.';
  expect(toasts.at(-1)?.text).toBe(`Saved “Wide”. ${sentence}`);
  session.startNew();
  await session.open(id);
  expect([state().input.columns.length, state().note]).toEqual([50, sentence]);
}, 60_000);

test('the sample is embedded and shown on the map by one call, once', async () => {
  const { session, state, signals } = await open();
  await session.openSample('alcove-embed');
  expect(state().embedded?.texts).toHaveLength(80);
  expect(new Set(state().embedded?.columns[0]?.values).size).toBe(6);
  expect(state()).toMatchObject({ view: 'map', isChanging: false, work: null });
  const requests = signals.length;
  await session.openSample('alcove-embed');
  expect(signals).toHaveLength(requests);
});

test('an entry of the legend shows its rows alone, and all again at the second press', async () => {
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  session.current.filterBy(1, [0, 1, 1]);
  expect(state()).toMatchObject({ facet: 1, lasso: new Set([1, 2]) });
  session.current.filterBy(1, [0, 1, 1]);
  expect(state()).toMatchObject({ facet: null, lasso: null });
});

test('texts that are too long open the choice of texts again, with the reason', async () => {
  const { session, ports, state, choose } = await open();
  await session.current.embed('alcove-embed', null);
  expect(state().isChanging).toBe(false);
  ports.control = async () => [9_999] as never;
  choose(['x'.repeat(30_000)]);
  await session.current.embed('alcove-embed', null);
  expect(state()).toMatchObject({ isChanging: true, work: null });
});

test('a stored set is not overwritten by other texts, typed or from a file', async () => {
  const { session, ports, state, choose } = await open();
  await session.current.embed('alcove-embed', null);
  const id = await session.current.save();
  session.current.typeInstead();
  session.current.typeTexts(['north']);
  await session.current.embed('alcove-embed', null);
  expect(state().stored).toBeNull();
  const other = await session.current.save();
  choose(['west']);
  await session.current.showVectors(
    state().input,
    toVectorSet(Float32Array.of(-1, 0), 2),
    'v.npy',
    null,
  );
  const third = await session.current.save();
  expect(new Set([id, other, third]).size).toBe(3);
  const texts = await Promise.all([id, other, third].map((each) => session.sets.get(each)));
  expect(texts.map((set) => set?.texts)).toEqual([Object.keys(VECTORS), ['north'], ['west']]);
  expect((await new EmbeddingSession(ports).sets.vectors(id))?.data).toHaveLength(6);
});

test('the same texts by another model stay the same set; a copy is a new one', async () => {
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  const id = await session.current.save();
  expect(state().stored?.vectors).toBe(state().vectors);
  await session.current.embed('alcove-embed', 2);
  expect(state().stored?.vectors).not.toBe(state().vectors);
  expect(await session.current.save()).toBe(id);
  const copy = await session.current.saveAs();
  expect(copy).not.toBe(id);
  expect((await session.sets.list()).map(({ name }) => name)).toEqual(['Texts (copy)', 'Texts']);
});

test('a set that another tab saved or deleted meanwhile is saved as a new one, with a word', async () => {
  const { session, ports, toasts } = await open();
  await session.current.embed('alcove-embed', null);
  const id = await session.current.save();
  const other = new EmbeddingSession(ports);
  await other.open(id);
  await other.current.embed('alcove-embed', 2);
  expect(await other.current.save()).toBe(id);
  await session.current.embed('alcove-embed', 1);
  const saved = await session.current.save();
  expect(saved).not.toBe(id);
  expect(toasts.at(-1)?.text).toContain('as a new set');
  expect(await session.sets.list()).toHaveLength(2);
});

test('two presses of Save are one set', async () => {
  const { session } = await open();
  await session.current.embed('alcove-embed', null);
  const [first, second] = await Promise.all([session.current.save(), session.current.save()]);
  expect(first).toBe(second);
  expect(await session.sets.list()).toHaveLength(1);
});

test('the set that was asked for last is shown, however long an earlier one takes to read', async () => {
  const { session, ports, state, choose } = await open();
  await session.current.embed('alcove-embed', null);
  const large = await session.current.save();
  choose(['north']);
  await session.current.embed('alcove-embed', null);
  const small = await session.current.save();
  const late = new EmbeddingSession(ports);
  const gate = deferred();
  const { database } = ports.store;
  const transaction = database.transaction.bind(database) as (
    ...args: unknown[]
  ) => Promise<unknown>;
  const slow = (...args: unknown[]) => gate.promise.then(() => transaction(...args));
  const reading = vi.spyOn(database, 'transaction').mockImplementationOnce(slow as never);
  const first = late.open(large);
  const second = late.open(small);
  await second;
  gate.resolve();
  await first;
  expect(reading).toHaveBeenCalled();
  expect(late.current.state.getState().stored?.id).toBe(small);
  expect(late.current.state.getState().embedded?.texts).toEqual(['north']);
  expect(state().stored?.id).toBe(small);
});

test('cancelling ends the counting of tokens too, and the texts can be changed', async () => {
  const { session, ports, state, choose, signals } = await open();
  const gate = deferred();
  const counted: (AbortSignal | undefined)[] = [];
  ports.control = async (_, signal) => {
    counted.push(signal);
    await gate.promise;
    return [1] as never;
  };
  choose(['x'.repeat(2_000)]);
  const whole = session.current.embed('alcove-embed', null);
  await vi.waitFor(() => expect(counted).toHaveLength(1));
  session.current.cancel();
  expect(state()).toMatchObject({ work: null, isChanging: true, error: null });
  expect(counted[0]?.aborted).toBe(true);
  gate.resolve();
  await whole;
  expect(signals).toEqual([]);
  expect(state()).toMatchObject({ work: null, vectors: null });
});

test('a layout that is stopped keeps the points it has, and other work continues meanwhile', async () => {
  const gate = deferred();
  worker.layout = gate.promise;
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  const before = state().map;
  const refining = session.current.refineMap();
  await vi.waitFor(() => expect(state().map?.part).toBe(0.5));
  await session.current.regroup(2);
  expect(state().clusters?.clusters).toHaveLength(2);
  await session.current.search('east');
  expect(state().hits).toHaveLength(3);
  session.current.stopLayout();
  await refining;
  expect(state().map).toMatchObject({ method: 'umap', part: 1 });
  await session.current.showPca();
  expect(state().map).toEqual(before);
  gate.resolve();
});

test('similar pairs are looked for at lower scores until there are some, and are stopped', async () => {
  const { session, state } = await open();
  await session.current.embed('alcove-embed', null);
  await session.current.findPairs(null);
  expect(state().pairs).toMatchObject({ minScore: 0.8, part: null });
  expect(state().pairs?.list?.map(({ a, b }) => [a, b])).toEqual([[0, 1]]);
  await session.current.findPairs(0.99);
  expect(state().pairs?.list).toEqual([]);
  const searching = session.current.findPairs(0.5);
  session.current.stopPairs();
  await searching;
  expect(state().pairs).toBeNull();
});

test('answers of different sizes are refused: they are of different models', async () => {
  const { session, ports, state, choose } = await open();
  let calls = 0;
  ports.v1 = async (_, body) => {
    const { input } = body as { input: string[] };
    const vector = toBase64(calls++ === 0 ? [1, 0] : [1, 0, 0]);
    return Response.json({ data: input.map(() => ({ embedding: vector })) });
  };
  choose(Array.from({ length: 600 }, (_, i) => `text ${i}`));
  await session.current.embed('alcove-embed', null);
  expect(state()).toMatchObject({ vectors: null, isChanging: true });
  expect(state().error).toContain('differ in size');
});

test('a set that is left ends its work and its workers, and changes no more', async () => {
  const gate = deferred();
  const { session, signals } = await open({ east: gate.promise });
  const { current: left } = session;
  const embedded = left.embed('alcove-embed', null);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  const opened = worker.open;
  session.startNew();
  // The new one has its own.
  expect(worker.open).toBe(opened);
  expect(signals[0]?.aborted).toBe(true);
  const before = left.state.getState();
  gate.resolve();
  await embedded;
  left.chooseModel('another');
  expect(left.state.getState()).toBe(before);
});

test('sets that are not shown in the end leave no workers: one that is gone, and one that came late', async () => {
  const { session } = await open();
  await session.current.embed('alcove-embed', null);
  const id = await session.current.save();
  session.startNew();
  const opened = worker.open;
  expect(await session.open('gone')).toBe(false);
  const late = session.open(id);
  session.startNew();
  await late;
  expect(worker.open).toBe(opened);
});
