import { expect, test, vi } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { times } from '#testing/test-run.ts';
import { useHost } from '#ui/state/models.ts';
import { toVectorSet } from '#vectors/vector-set.ts';
import { EmbeddingSession } from './embedding-session.ts';

vi.mock('#vectors/open-analysis.ts', async () => {
  const { analyseInProcess } = await import('#testing/analyse-in-process.ts');
  const now = Promise.resolve();
  return { openAnalysis: () => analyseInProcess({ pcaGate: now, layout: now }) };
});

const MODELS = ['alcove-embed', 'other-embed'];
const FILE = 'vectors.npy';
const WORDS = ['east', 'north', 'west', 'south', 'up'];

/** The vector of a text by a model, or in a file: no two are the same. */
function vectorOf(source: string, text: string): number[] {
  const angle = [...source, '/', ...text].reduce((sum, c) => sum * 1.3 + c.charCodeAt(0), 1);
  return [Math.fround(Math.cos(angle)), Math.fround(Math.sin(angle))];
}

interface Saved {
  texts: readonly string[];
  source: string;
}

/** Two sessions on one database, whose requests are answered when a test says so. */
async function start(random: () => number) {
  const { ports } = await createTestPorts();
  const waiting: (() => void)[] = [];
  /** Waits for its turn, or for its end. */
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  ports.v1 = async (_, body, signal) => {
    const { model, input } = body as { model: string; input: string[] };
    await wait(signal);
    const data = input.map((text) => {
      const floats = Float32Array.from(vectorOf(model, text));
      return { embedding: Buffer.from(floats.buffer).toString('base64') };
    });
    return Response.json({ data });
  };
  const card = EMBEDDED_MODELS.map(toModelView).find(({ id }) => id === MODELS[0]);
  if (!card) throw new Error('There is no model for embeddings.');
  useHost.setState({ models: MODELS.map((id) => ({ ...card, id })) });
  const sessions = [new EmbeddingSession(ports), new EmbeddingSession(ports)];
  const pick = <T>(values: readonly T[]): T | undefined =>
    values[Math.floor(random() * values.length)];
  const release = () => {
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
    next?.();
  };
  return { database: ports.store.database, sessions, waiting, pick, release };
}

/** Answers requests until all work has ended. */
async function finish(running: readonly Promise<unknown>[], waiting: (() => void)[]) {
  let isOver = false;
  const all = Promise.all(running).then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const answer of waiting.splice(0)) answer();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await all;
}

/** Each stored set is what it was saved with. @returns how many there are. */
async function checkStored(database: AlcoveDatabase, saved: ReadonlyMap<string, Saved[]>) {
  const rows = await database.textSets.toArray();
  for (const row of rows) {
    const snapshots = saved.get(row.id) ?? [];
    const vectors = await database.textSetVectors.where('setId').equals(row.id).first();
    expect(snapshots.map(({ texts }) => texts)).toContainEqual(row.texts);
    // An id never changes its texts.
    expect(new Set(snapshots.map(({ texts }) => texts.join('\n'))).size).toBe(1);
    expect(snapshots.map(({ source }) => source)).toContain(vectors?.source ?? '');
    const wanted = vectors && row.texts.flatMap((text) => vectorOf(vectors.source, text));
    expect([...(vectors?.data ?? [])]).toEqual(wanted ?? []);
  }
  return rows.length;
}

async function run(seed: number, steps: number): Promise<number> {
  const random = seeded(seed);
  const { database, sessions, waiting, pick, release } = await start(random);
  const running: Promise<unknown>[] = [];
  /** What each id was saved with, in any order: saves of two sessions may overlap. */
  const saved = new Map<string, Saved[]>();
  const undos: (() => unknown)[] = [];
  const someTexts = () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS) ?? '');

  function save(session: EmbeddingSession, isCopy: boolean): Promise<void> {
    const { embedded, input, source, vectors } = session.current.state.getState();
    const snapshot = { texts: (embedded ?? input).texts, source: vectors ? source : '' };
    const saving = isCopy ? session.current.saveAs() : session.current.save();
    return saving.then((id) => void saved.set(id, [...(saved.get(id) ?? []), snapshot]));
  }

  const operations: ((session: EmbeddingSession) => unknown)[] = [
    (session) => session.sets.list().then((sets) => session.open(pick(sets)?.id ?? 'none')),
    (session) => session.current.typeInstead(),
    (session) => session.current.typeTexts(someTexts()),
    (session) => session.current.chooseInput({ name: 'file', texts: someTexts(), columns: [] }),
    (session) => {
      const input = { name: 'drop', texts: someTexts(), columns: [] };
      const numbers = Float32Array.from(input.texts.flatMap((text) => vectorOf(FILE, text)));
      return session.current.showVectors(input, toVectorSet(numbers, 2), FILE, null);
    },
    (session) => session.current.embed(pick(MODELS) ?? '', null),
    (session) => session.current.embed(pick(MODELS) ?? '', null),
    (session) => session.current.cancel(),
    (session) => session.current.keepTexts(),
    (session) => session.current.search('east').catch(() => {}),
    (session) => save(session, false),
    (session) => save(session, false),
    (session) => save(session, true),
    (session) =>
      session.sets.list().then(async (sets) => {
        const row = pick(sets);
        if (!row) return;
        const undo = await session.sets.remove(row);
        undos.push(undo);
      }),
    () => undos.pop()?.(),
    () => release(),
    () => release(),
  ];

  const checkShown = () => {
    for (const { current } of sessions) {
      const { vectors, embedded, source } = current.state.getState();
      if (!vectors || !embedded) continue;
      // The texts shown, by one model.
      const wanted = embedded.texts.flatMap((text) => vectorOf(source, text));
      expect([...vectors.data]).toEqual(wanted);
    }
  };
  for (let step = 0; step < steps; step++) {
    const session = pick(sessions) ?? sessions[0];
    if (!session) throw new Error('There is no session.');
    const work = pick(operations)?.(session);
    running.push(Promise.resolve(work).catch(() => {}));
    // Sometimes the next one comes before the last has ended.
    if (random() < 0.6) await new Promise((resolve) => setTimeout(resolve));
    checkShown();
  }
  await finish(running, waiting);
  checkShown();
  const rows = await checkStored(database, saved);
  for (const session of sessions) session.current.dispose();
  return rows;
}

test('whatever is done, no stored set holds other texts or vectors than it was saved with', async () => {
  let rows = 0;
  for (let seed = 1; seed <= times(2_000, 40); seed++) {
    rows += await run(seed, 40).catch((error: unknown) => {
      throw new Error(`Seed ${seed}`, { cause: error });
    });
  }
  // A run that stores nothing would prove nothing.
  expect(rows).toBeGreaterThan(times(2_000, 40));
}, 600_000);
