import { beforeEach, expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import { createGate } from '#testing/create-gate.ts';
import { times } from '#testing/full.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { useHost } from '#ui/state/models.ts';
import { Analysis } from '#vectors/analysis.ts';
import { EmbeddingSession } from './embedding-session.ts';
import { START } from './embeddings-state.ts';

/** The analysis without its worker and its slow layout; PCA waits until a test lets it continue. */
const worker = vi.hoisted(() => ({ pcaGate: Promise.resolve() }));
vi.mock('#vectors/open-analysis.ts', () => ({
  openAnalysis: () => {
    const analysis = new Analysis();
    return {
      pca: async () => {
        await worker.pcaGate;
        return analysis.pca();
      },
      clusters: async (k: number | null) => analysis.clusters(k),
      groupWords: async (texts: string[], of: Int32Array, typical: number[][]) =>
        analysis.groupWords(texts, of, typical),
      umap: async (onMap: (part: number, points: Float32Array) => void) => {
        const points = analysis.pca();
        onMap(0.5, points);
        return points;
      },
      nearest: async (vector: Float32Array, max: number) => analysis.nearest(vector, max),
      nearestTo: async (index: number, max: number) => analysis.nearestTo(index, max),
      load: async ({ data, size }: { data: Float32Array; size: number }) =>
        analysis.load(data, size),
    };
  },
}));

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
  const choose = (texts: string[]) => session.chooseInput({ name: 'Texts', texts, columns: [] });
  choose(Object.keys(VECTORS));
  return { session, ports, signals, toasts, choose, state: () => session.state.getState() };
}

beforeEach(() => {
  worker.pcaGate = Promise.resolve();
});

test('embedding actions: nothing can be cancelled any more while finished vectors are laid out', async () => {
  const gate = createGate();
  worker.pcaGate = gate.promise;
  const { session, state } = await open();
  const whole = session.embed('alcove-embed', null);
  await vi.waitFor(() => expect(state().vectors).not.toBeNull());
  expect(state()).toMatchObject({ work: null, map: null });
  gate.resolve();
  await whole;
  expect(state().map).not.toBeNull();
});

test('embedding actions: a slow search does not overwrite a newer one, and is aborted', async () => {
  const gate = createGate();
  const { session, state, signals, choose } = await open({ north: gate.promise });
  choose(['east', 'east-ish']);
  await session.embed('alcove-embed', null);
  const slow = session.search('north');
  const first = signals.at(-1);
  await session.search('east');
  gate.resolve();
  await slow;
  expect(first?.aborted).toBe(true);
  const { query, hits } = state();
  expect(query).toBe('east');
  expect(hits?.[0]).toMatchObject({ index: 0 });
});

test('embedding actions: a search shows its results from every view, and stays on the map', async () => {
  const { session, state } = await open();
  await session.embed('alcove-embed', null);
  for (const view of ['code', 'compare', 'answers', 'groups', 'similar', 'texts'] as const) {
    session.change({ view, hits: null });
    await session.search('east');
    expect([view, state().view]).toEqual([view, 'texts']);
  }
  session.change({ view: 'map', hits: null });
  await session.search('east');
  expect(state()).toMatchObject({ view: 'map', query: 'east' });
});

test('embedding actions: texts near a chosen one are found once, by the worker', async () => {
  const { session, state } = await open();
  await session.embed('alcove-embed', null);
  await session.findNear(0);
  const { near } = state();
  expect(near?.neighbours.map(({ index }) => index)).toEqual([1, 2]);
  await session.findNear(0);
  expect(state().near).toBe(near);
});

test('embedding actions: a set is saved, opened again with its vectors, deleted and restored', async () => {
  const { session, ports, state, toasts } = await open();
  await session.embed('alcove-embed', null);
  const id = await session.save();
  const other = new EmbeddingSession(ports);
  expect(await other.open(id)).toBe(true);
  expect(other.state.getState().vectors?.data).toEqual(state().vectors?.data);
  expect(other.state.getState().map).not.toBeNull();
  const set = await session.sets.get(id);
  if (set) await session.remove(set);
  expect(await new EmbeddingSession(ports).open(id)).toBe(false);
  await toasts.at(-1)?.action?.run();
  expect((await session.sets.vectors(id))?.size).toBe(2);
});

test('embedding actions: texts too long for the model are named and not embedded', async () => {
  const { session, ports, state, choose, signals } = await open();
  ports.control = async () => [3, 9_999] as never;
  choose(['x'.repeat(2_000), 'y'.repeat(30_000)]);
  await session.embed('alcove-embed', null);
  expect(state().error).toContain('9,999');
  expect(signals).toEqual([]);
});

test('embedding actions: cancelling ends the requests and shows no error', async () => {
  const gate = createGate();
  const { session, state, signals } = await open({ east: gate.promise });
  const whole = session.embed('alcove-embed', null);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  session.cancel();
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
  session.chooseInput({ name: 'Wide', texts, columns });
  const id = await session.save();
  const sentence = '2 columns are not stored: a set has at most 5,000,000 cells.';
  expect(toasts.at(-1)?.text).toBe(`Saved “Wide”. ${sentence}`);
  session.change(START);
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
  await session.embed('alcove-embed', null);
  session.filterBy(1, [0, 1, 1]);
  expect(state()).toMatchObject({ facet: 1, lasso: new Set([1, 2]) });
  session.filterBy(1, [0, 1, 1]);
  expect(state()).toMatchObject({ facet: null, lasso: null });
});

test('texts that are too long open the choice of texts again, with the reason', async () => {
  const { session, ports, state, choose } = await open();
  await session.embed('alcove-embed', null);
  expect(state().isChanging).toBe(false);
  ports.control = async () => [9_999] as never;
  choose(['x'.repeat(30_000)]);
  await session.embed('alcove-embed', null);
  expect(state()).toMatchObject({ isChanging: true, work: null });
});
