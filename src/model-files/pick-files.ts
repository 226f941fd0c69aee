import type { Dtype, ModelCard, ModelDevice } from '#catalog/model-card.ts';
import { speechDecoderOf, voiceOf } from '#catalog/onnx-families.ts';
import { DownloadError } from './model-file.ts';

/** Small files that transformers.js asks for, where a repository has them. */
const SMALL = [
  'config.json',
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
  'preprocessor_config.json',
  'processor_config.json',
];
/** Voices of one model that are downloaded: half a megabyte each. */
const MAX_VOICES = 60;
const SUFFIX: Record<Dtype, string> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
};

/** How sentence-transformers say that one vector is made of many: read for the description alone. */
export const POOLING = '1_Pooling/config.json';
/** All small files that a model may have. */
export const SMALL_PATHS = [...SMALL, POOLING];

const GRAPHS = [
  'model',
  'encoder_model',
  'decoder_model_merged',
  'embed_tokens',
  'vision_encoder',
  'audio_encoder',
];
/** All graphs that a model may have. */
export const GRAPH_PATHS = GRAPHS.flatMap((name) =>
  Object.values(SUFFIX).map((suffix) => `onnx/${name}${suffix}.onnx`),
);
/** Files of weights next to one graph. */
const MAX_DATA = 4;
/** The names that the weights of a large graph have. */
export const dataPaths = (graph: string): string[] =>
  Array.from({ length: MAX_DATA }, (_, at) => `${graph}_data${at === 0 ? '' : `_${at}`}`);

/** All voices of Kokoro that speak English. */
const VOICES = [
  'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky',
  'am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa',
  'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis',
].flatMap((names) => names.split(' '));
export const VOICE_PATHS = VOICES.map((name) => `voices/${name}.bin`);

/** What says which graphs a model has. */
type Kind = Pick<ModelCard, 'task' | 'can' | 'family' | 'voices'>;

/** The graphs a model consists of: models with vision or audio accept vectors, and have encoders as well. */
function graphNames(kind: Kind): readonly string[] {
  const { task, can } = kind;
  if (task === 'speech' && speechDecoderOf(kind) !== 'ctc') {
    return ['encoder_model', 'decoder_model_merged'];
  }
  if (!can.images && !can.audio) return ['model'];
  return [
    ...(can.images ? ['vision_encoder'] : []),
    ...(can.audio ? ['audio_encoder'] : []),
    'embed_tokens',
    'decoder_model_merged',
  ];
}

/**
 * Weight types by preference. A processor multiplies language models in int8 whatever they are stored as: made from 4 bits they
 * are better than most published 8 bits, which have one scale a weight (decision 041). Dynamic int8 (q8) has no kernels on WebGPU:
 * its products run on the processor there, with a copy each way (docs/webgpu.md).
 */
const PREFERRED = {
  wasmText: ['q4', 'q8', 'fp32', 'fp16', 'q4f16'],
  wasm: ['q8', 'q4', 'fp32', 'fp16', 'q4f16'],
  webgpu: ['fp32', 'fp16', 'q4', 'q4f16', 'q8'],
  webgpuText: ['q4', 'q4f16', 'fp16', 'fp32', 'q8'],
} as const satisfies Record<string, readonly Dtype[]>;

function preferredFor({ task, can }: Kind, device: ModelDevice): readonly Dtype[] {
  // Encoders of pictures and sounds are in the same type, and are not changed.
  const isText = task === 'chat' && !can.images && !can.audio;
  if (device === 'wasm') return isText ? PREFERRED.wasmText : PREFERRED.wasm;
  return task === 'chat' || task === 'audio-chat' ? PREFERRED.webgpuText : PREFERRED.webgpu;
}

/** Under which name the compiled library of an MLC model is stored next to its weights. */
export const LIBRARY_PATH = 'library.wasm';

export interface Picked {
  paths: string[];
  dtype: Dtype;
}

/**
 * The files of an ONNX repository that one model needs on a device. `wanted`: a weight type to prefer.
 * @throws DownloadError `refused` where the repository holds no graph of that task.
 */
export function pickOnnxFiles(
  paths: readonly string[],
  card: Kind,
  device: ModelDevice,
  wanted?: Dtype,
): Picked {
  const names = graphNames(card);
  const graphsOf = (dtype: Dtype) => names.map((name) => `onnx/${name}${SUFFIX[dtype]}.onnx`);
  const choices = [...(wanted ? [wanted] : []), ...preferredFor(card, device)];
  const dtype = choices.find((d) => graphsOf(d).every((g) => paths.includes(g)));
  if (dtype === undefined) {
    throw new DownloadError('refused', 'The repository has no ONNX files that can be run here.');
  }
  const graphs = graphsOf(dtype);
  // Large graphs store their weights in separate files: model.onnx_data, model.onnx_data_1.
  const data = paths.filter((path) => graphs.some((graph) => path.startsWith(`${graph}_data`)));
  const small = [...SMALL.filter((p) => paths.includes(p)), ...pickVoices(paths, card)];
  return { dtype, paths: [...small, ...graphs, ...data] };
}

/** The files of a model's voices; of all that speak English where its card names none. */
function pickVoices(paths: readonly string[], { task, voices }: Kind): string[] {
  if (task !== 'voice') return [];
  const found = paths.filter((path) => {
    const voice = voiceOf(path);
    return voice !== null && (voices?.includes(voice) ?? true);
  });
  if (found.length === 0) {
    const wanted = voices ? ` It should have ${voices.join(', ')}.` : '';
    throw new DownloadError('refused', `The repository has no voice that speaks English.${wanted}`);
  }
  return found.slice(0, MAX_VOICES);
}

/** The files of an MLC repository: all that is not there for people. */
export function pickMlcFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => !/^\.|\.(?:md|png|jpe?g|gif)$|^LICENSE/i.test(path));
}
