import { AutoTokenizer, env } from '@huggingface/transformers';
import { yieldThread } from '#base/pause.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ProbedAbilities, ProbeResult } from '#engine/runtime.ts';
import type { EmbedTask, TaskEvent } from '#engine/tasks.ts';
import { setOneThread } from '#runtimes/transformers/ort/library.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { EmbedGraph } from './embed-graph.ts';
import { EmbedWorkerPool } from './embed-worker-pool.ts';
import { SentencePieces } from './sentence-pieces.ts';

/** Tokens of one run. Texts of one length run together, so nothing is padded. */
const BATCH_TOKENS = 2048;
/** Milliseconds after which messages, such as an abort, are let in. */
const MAX_MS = 20;
/** How far from 1 the cosine of a vector made alone and with another may be. */
const SAME = 2e-6;
/** A sentence of the usual length, of which every model says something. */
const SENTENCE = 'The quick brown fox jumps over the lazy dog while 27 children watch.';
/** Texts, or tokens of several texts, from which on threads of their own are worth opening. */
const POOL_FROM = 32;
const POOL_FROM_TOKENS = 2048;

/** Texts to the ids of their tokens. */
interface Tokenizer {
  encode: (text: string) => number[];
}

/** An encoder that makes one vector of a text. */
export class EmbedModel {
  readonly #tokenizer: Tokenizer;
  readonly #graph: EmbedGraph;
  readonly #pool: EmbedWorkerPool | null;
  /** Whether a text's vector is the same whatever runs with it; found out by trying. */
  #supportsBatching = true;
  /** Texts counted just now are embedded next: their ids are cached that long. */
  #counted: { texts: readonly string[]; ids: number[][] } | null = null;

  private constructor(tokenizer: Tokenizer, graph: EmbedGraph, pool: EmbedWorkerPool | null) {
    this.#tokenizer = tokenizer;
    this.#graph = graph;
    this.#pool = pool;
  }

  /**
   * `threads`: as many as the processor gives; large requests use each for texts of its own. The graph itself then
   * has one: threads of onnxruntime spin for milliseconds after each run, which costs more than a short text.
   */
  static async load(
    card: ModelCard,
    onFile: (event: unknown) => void,
    threads = 1,
  ): Promise<EmbedModel> {
    const pool = EmbedWorkerPool.plan(card, threads);
    if (pool) setOneThread();
    const [tokenizer, graph] = await Promise.all([
      openTokenizer(card),
      EmbedGraph.load(card, onFile),
    ]);
    return new EmbedModel(tokenizer, graph, pool);
  }

  #encode(texts: readonly string[]): number[][] {
    return texts.map((text) => this.#tokenizer.encode(text));
  }

  countTokens({ texts }: EmbedTask): number[] {
    const ids = this.#encode(texts);
    this.#counted = { texts, ids };
    return ids.map((row) => row.length);
  }

  /**
   * Dynamically quantised models round a batch by its greatest number, so that a text's vector depends
   * on its neighbours: those run one text at a time.
   */
  async probe(): Promise<ProbeResult> {
    const [quiet = [], loud = [], sentence = []] = this.#encode(['a', 'z', SENTENCE]);
    const alone = await this.#graph.vectors([quiet]);
    checkNumbers(alone);
    const numbers = [alone, await this.#graph.vectors([sentence])];
    let supportsBatching = true;
    if (quiet.length === loud.length) {
      const both = await this.#graph.vectors([quiet, loud]);
      const cosine = alone.reduce((sum, x, i) => sum + x * (both[i] as number), 0);
      supportsBatching = cosine > 1 - SAME;
    }
    this.settle({ supportsBatching });
    return { abilities: { supportsBatching }, numbers };
  }

  /** Applies the results of the probe. */
  settle({ supportsBatching = true }: ProbedAbilities): void {
    this.#supportsBatching = supportsBatching;
  }

  async *run({ texts }: EmbedTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const same = this.#counted?.texts.length === texts.length;
    const known = same && this.#counted?.texts.every((text, i) => text === texts[i]);
    const ids = known && this.#counted ? this.#counted.ids : this.#encode(texts);
    this.#counted = null;
    const promptTokens = ids.reduce((sum, row) => sum + row.length, 0);
    yield { type: 'start', promptTokens, cachedTokens: 0 };
    let data = new Float32Array(0);
    let size = 0;
    for await (const { rows, vectors } of this.#embed(ids, signal)) {
      size = vectors.length / rows.length;
      if (data.length === 0) data = new Float32Array(texts.length * size);
      for (const [i, row] of rows.entries()) {
        data.set(vectors.subarray(i * size, (i + 1) * size), row * size);
      }
    }
    yield { type: 'vectors', data, size, texts: texts.length };
    yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
  }

  /** Vectors of some rows at a time, in no order. @throws EngineError `aborted`. */
  async *#embed(ids: readonly number[][], signal: AbortSignal) {
    const batches = batchesOfOneLength(ids, this.#supportsBatching ? BATCH_TOKENS : 0);
    const tokens = ids.reduce((sum, row) => sum + row.length, 0);
    const isLarge = ids.length >= POOL_FROM || (ids.length > 1 && tokens >= POOL_FROM_TOKENS);
    const pool = isLarge ? this.#pool : null;
    pool?.open();
    let last = performance.now();
    for (const [at, rows] of batches.entries()) {
      if (pool?.isOpen) {
        yield* pool.run(batches.slice(at), ids, signal);
        return;
      }
      if (performance.now() - last > MAX_MS) {
        await yieldThread();
        last = performance.now();
      }
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      yield { rows, vectors: await this.#graph.vectors(rows.map((row) => ids[row] as number[])) };
    }
  }
}

/** The one that ships packed has 128,000 pieces of SentencePiece, in a form that opens faster than the library's. */
async function openTokenizer({ id, isPacked }: ModelCard): Promise<Tokenizer> {
  if (!isPacked) return AutoTokenizer.from_pretrained(id);
  const file = await env.fetch(`${env.localModelPath}${id}/tokenizer.json`);
  if (!file.ok) throw new EngineError('load-failed', 'The model has no file tokenizer.json.');
  return new SentencePieces(await file.json());
}

/** Row numbers, texts of equal length together, at most `tokens` tokens a batch but at least one text. */
function batchesOfOneLength(ids: readonly number[][], tokens: number): number[][] {
  const byLength = new Map<number, number[]>();
  for (const [row, { length }] of ids.entries()) {
    const rows = byLength.get(length);
    if (rows) rows.push(row);
    else byLength.set(length, [row]);
  }
  return [...byLength].flatMap(([length, rows]) => {
    const max = Math.max(1, Math.floor(tokens / length));
    const parts: number[][] = [];
    for (let at = 0; at < rows.length; at += max) parts.push(rows.slice(at, at + max));
    return parts;
  });
}
