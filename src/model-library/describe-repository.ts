import { estimateMemory } from '#catalog/model-bytes.ts';
import type { EmbeddingFacts, ModelCard, ModelDevice } from '#catalog/model-card.ts';
import { runAs, voiceOf } from '#catalog/onnx-families.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import {
  fileUrl,
  pageUrl,
  type Repository,
  readRepository,
  readRepositoryJson,
} from '#model-files/hub.ts';
import { parseModelAddress } from '#model-files/model-address.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { POOLING, pickOnnxFiles } from '#model-files/pick-files.ts';
import { describeMlc, MLC_CONFIG } from './describe-mlc.ts';

const GIVE_UP_MS = 20_000;
const ONLY_GGUF =
  'This repository has files of llama.cpp (GGUF) alone. Name one of them by its address: https://…/name-Q4_K_M.gguf';

/**
 * A card for the address that a person entered (`parseModelAddress`), from its repository's configuration, with
 * the files that suit a device.
 * @throws DownloadError for one that does not exist or cannot be run here.
 */
export async function describeRepository(
  typed: string,
  hub: string,
  device: ModelDevice,
  signal: AbortSignal = AbortSignal.timeout(GIVE_UP_MS),
  get: typeof fetch = fetch,
): Promise<ModelCard> {
  try {
    return await readCard(typed, hub, device, { signal, get });
  } catch (error) {
    if (!signal.aborted || error instanceof DownloadError) throw error;
    const { host } = new URL(hub);
    const message = `${host} did not answer within ${GIVE_UP_MS / 1000} seconds. Check the connection and try again.`;
    throw new DownloadError('offline', message, { cause: error });
  }
}

/** Whether a repository holds a model as GGUF files alone. */
export function hasOnlyGguf(paths: readonly string[]): boolean {
  const runsOtherwise = (path: string) => /\.onnx$/i.test(path) || path === MLC_CONFIG;
  return paths.some((path) => /\.gguf$/i.test(path)) && !paths.some(runsOtherwise);
}

/** @throws DownloadError where GGUF files are all that a repository has: they have addresses of their own */
function requireMore(paths: readonly string[]): void {
  if (hasOnlyGguf(paths)) throw new DownloadError('refused', ONLY_GGUF);
}

async function readCard(
  typed: string,
  hub: string,
  device: ModelDevice,
  { signal, get }: { signal: AbortSignal; get: typeof fetch },
): Promise<ModelCard> {
  const { repository, library } = parseModelAddress(typed, hub);
  const known = WEBLLM_MODELS.find((card) => card.source?.repository === repository);
  if (known) return known;
  const found = await readRepository(hub, repository, get, signal);
  const paths = found.files.map((file) => file.path);
  const read = (path: string) =>
    readRepositoryJson(fileUrl(hub, repository, found.revision, path), get, signal);
  if (paths.includes(MLC_CONFIG)) {
    return describeMlc(repository, found, await read(MLC_CONFIG), library);
  }
  requireMore(paths);
  const config = await read('config.json');
  checkCounts(config);
  const { model_type: named } = config;
  const type = typeof named === 'string' ? named.slice(0, MAX_TYPE) : 'unknown';
  const family = runAs(type, {
    makesVectors: paths.includes(POOLING),
    makesScores: isCrossEncoder(config),
  });
  if (!family) {
    throw new DownloadError('refused', `Models of the kind '${type}' cannot be run here.`);
  }
  const reason = whyNotRun(config);
  if (reason) throw new DownloadError('refused', reason);
  const { task } = family;
  if (WRITES.has(task) && !(await hasChatTemplate(paths, read))) {
    throw new DownloadError(
      'refused',
      'This is a base model: it has no chat template. Choose its instruct version.',
    );
  }
  const { paths: picked, dtype } = pickOnnxFiles(paths, { ...family, family: type }, device);
  const pooling = paths.includes(POOLING) ? poolingOf(await read(POOLING)) : 'mean';
  const bytes = found.files
    .filter((file) => picked.includes(file.path))
    .reduce((sum, file) => sum + file.bytes, 0);
  const contextTokens = contextOf(config, task);
  const can = abilitiesOf(family, repository);
  return {
    id: repository,
    title: repository.split('/')[1] ?? repository,
    summary: 'Added by hand.',
    task,
    runtime: 'transformers',
    owner: repository.split('/')[0] ?? '',
    licence: found.licence ?? 'See its page',
    contextTokens,
    completionTokens: READS.has(task) ? 0 : Math.min(4096, contextTokens),
    downloadBytes: bytes,
    memoryBytes: estimateMemory({ bytes, dtype, device, task, can }),
    created: Math.floor(Date.now() / 1000),
    can,
    family: type,
    languages: languagesOf(task, found, config),
    device: 'wasm',
    ...voicesIn(picked),
    parallel: task === 'chat' || task === 'audio-chat' ? 8 : 1,
    ...(task === 'embeddings' ? { embedding: { pooling, queryPrefix: '', textPrefix: '' } } : {}),
    source: {
      repository,
      page: pageUrl(hub, repository),
      dtype: { wasm: dtype, webgpu: dtype },
      isMeasured: true,
    },
  };
}

/** Numbers of a configuration that arrays are made from. */
const COUNTS = ['vocab_size', 'hidden_size', 'num_attention_heads'] as const;
const MAX_COUNT = 100_000_000;

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_COUNT;
}

/** @throws DownloadError */
function checkCounts(config: Record<string, unknown>): void {
  const wrong = COUNTS.find((name) => !isCount(config[name] ?? 1));
  if (!wrong) return;
  const reason = `The model's config.json is damaged: ${wrong} must be a whole number.`;
  throw new DownloadError('refused', `${reason} Choose another model.`);
}

/** Tasks whose models write nothing. */
const READS: ReadonlySet<string> = new Set(['embeddings', 'rerank', 'voice']);
/** Characters of a text to be spoken. */
const MAX_TEXT = 4_096;
const WRITES: ReadonlySet<string> = new Set(['chat', 'audio-chat']);
const TOKENIZER = 'tokenizer_config.json';

/** Whether a repository says how a conversation is written for its model: base models do not. */
async function hasChatTemplate(
  paths: readonly string[],
  read: (path: string) => Promise<Record<string, unknown>>,
): Promise<boolean> {
  if (paths.some((path) => /^chat_template\.(?:jinja|json)$/.test(path))) return true;
  return paths.includes(TOKENIZER) && Boolean((await read(TOKENIZER))['chat_template']);
}

/** Exports of a Whisper with this ending return cross-attention weights, which give words their times. */
function abilitiesOf({ can, task }: Pick<ModelCard, 'can' | 'task'>, repository: string) {
  return task === 'speech' && repository.endsWith('_timestamped') ? { ...can, words: true } : can;
}

/** A chat model's are named by its page; a Whisper is known to be English alone by its vocabulary, which else is larger. */
function languagesOf(
  task: ModelCard['task'],
  { languages }: Repository,
  config: Record<string, unknown>,
): readonly string[] {
  if (task === 'voice') return ['en'];
  if (WRITES.has(task)) return languages;
  return config['model_type'] === 'whisper' && config['vocab_size'] === 51_864 ? ['en'] : [];
}

function poolingOf(config: Record<string, unknown>): EmbeddingFacts['pooling'] {
  if (config['pooling_mode_cls_token'] === true) return 'cls';
  return config['pooling_mode_lasttoken'] === true ? 'last' : 'mean';
}

/** Characters of a kind of model, which a refusal names. */
const MAX_TYPE = 60;

/** The voices of a model that speaks, by the files that are downloaded. */
function voicesIn(paths: readonly string[]): Pick<ModelCard, 'voices'> {
  const voices = paths.map(voiceOf).filter((voice) => voice !== null);
  return voices.length > 0 ? { voices } : {};
}

/** No model has more; a configuration may claim it. */
const MAX_CONTEXT = 16_777_216;

function contextOf(config: Record<string, unknown>, task: ModelCard['task']): number {
  if (task === 'voice') return MAX_TEXT;
  const names = ['max_position_embeddings', 'n_positions', 'max_target_positions'];
  const text = config['text_config'];
  const all = { ...config, ...(typeof text === 'object' ? text : {}) } as typeof config;
  const given = names.map((name) => all[name]).find((value) => typeof value === 'number');
  return given === undefined || !(Number(given) >= 1)
    ? 512
    : Math.min(Math.floor(Number(given)), MAX_CONTEXT);
}

/** Why a model of a known family cannot be run, a sentence; null where it can be. */
export function whyNotRun(config: Record<string, unknown>): string | null {
  const layers = config['layer_types'] ?? config['layers_block_type'];
  const keepsOtherStates = Array.isArray(layers) && layers.includes('mamba');
  return keepsOtherStates ? 'Models with Mamba layers cannot be run here.' : null;
}

/** Whether a model reads two texts together and gives them one score. */
export function isCrossEncoder({ architectures, id2label }: Record<string, unknown>): boolean {
  const classifies =
    Array.isArray(architectures) &&
    architectures.some(
      (name) => typeof name === 'string' && name.endsWith('ForSequenceClassification'),
    );
  const labels = typeof id2label === 'object' && id2label !== null ? Object.keys(id2label) : [];
  return classifies && labels.length <= 1;
}
