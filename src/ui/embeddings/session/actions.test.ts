import { beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '#testing/create-gate.ts';
import type { Services } from '#ui/services.ts';
import { Analysis } from '#vectors/analysis.ts';
import { embedInput, findNear, search } from './actions.ts';
import { START, setEmbeddings, useEmbeddingsStore } from './embeddings-store.ts';

/** The analysis without its worker; PCA waits until a test lets it go on. */
const worker = vi.hoisted(() => ({ pcaGate: Promise.resolve() }));
vi.mock('#vectors/open-analysis.ts', () => ({
  openAnalysis: () => {
    const analysis = new Analysis();
    const remote = {
      pca: async () => {
        await worker.pcaGate;
        return analysis.pca();
      },
      clusters: async (k: number) => analysis.clusters(k),
      nearest: async (vector: Float32Array, most: number) => analysis.nearest(vector, most),
      nearestTo: async (index: number, most: number) => analysis.nearestTo(index, most),
    };
    return {
      remote,
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

/** `/v1/embeddings` that answers when its text is let go. */
function fakeServices(gates: Record<string, Promise<void>> = {}) {
  const signals: AbortSignal[] = [];
  const post = async (_: string, body: { input: string[] }, signal: AbortSignal) => {
    signals.push(signal);
    for (const text of body.input) await gates[text];
    const data = body.input.map((text) => ({ embedding: toBase64(VECTORS[text] ?? [0, 1]) }));
    return Response.json({ data });
  };
  const services = { post, control: async () => [] } as unknown as Services;
  return { services, signals };
}

beforeEach(() => {
  worker.pcaGate = Promise.resolve();
  const texts = Object.keys(VECTORS);
  setEmbeddings({ ...START, input: { name: 'Texts', texts, columns: [] } });
});

test('nothing can be cancelled any more while finished vectors are laid out', async () => {
  const gate = createGate();
  worker.pcaGate = gate.promise;
  const { services } = fakeServices();
  const whole = embedInput(services, 'alcove-embed', null);
  await vi.waitFor(() => expect(useEmbeddingsStore.getState().vectors).not.toBeNull());
  expect(useEmbeddingsStore.getState()).toMatchObject({ work: null, map: null });
  gate.resolve();
  await whole;
  expect(useEmbeddingsStore.getState().map).not.toBeNull();
});

test('a slow search does not overwrite a newer one, and is aborted', async () => {
  const gate = createGate();
  const { services, signals } = fakeServices({ north: gate.promise });
  setEmbeddings({ input: { name: 'Texts', texts: ['east', 'east-ish'], columns: [] } });
  await embedInput(services, 'alcove-embed', null);
  const slow = search(services, 'north');
  const first = signals.at(-1);
  await search(services, 'east');
  gate.resolve();
  await slow;
  expect(first?.aborted).toBe(true);
  const { query, hits } = useEmbeddingsStore.getState();
  expect(query).toBe('east');
  expect(hits?.[0]).toMatchObject({ index: 0 });
});

test('a search shows its results from every view, and stays on the map', async () => {
  const { services } = fakeServices();
  await embedInput(services, 'alcove-embed', null);
  for (const view of ['code', 'compare', 'answers', 'groups', 'similar', 'texts'] as const) {
    setEmbeddings({ view, hits: null });
    await search(services, 'east');
    expect([view, useEmbeddingsStore.getState().view]).toEqual([view, 'texts']);
  }
  setEmbeddings({ view: 'map', hits: null });
  await search(services, 'east');
  expect(useEmbeddingsStore.getState()).toMatchObject({ view: 'map', query: 'east' });
});

test('texts near a chosen one are found once, by the worker', async () => {
  const { services } = fakeServices();
  await embedInput(services, 'alcove-embed', null);
  await findNear(0);
  const { near } = useEmbeddingsStore.getState();
  expect(near?.neighbours.map(({ index }) => index)).toEqual([1, 2]);
  await findNear(0);
  expect(useEmbeddingsStore.getState().near).toBe(near);
});
