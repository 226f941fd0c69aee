import type { Dtype, ModelCard } from '#catalog/model-card.ts';
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
const SUFFIX: Record<Dtype, string> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
};
/** What says which graphs a model has. */
type Kind = Pick<ModelCard, 'task' | 'can' | 'family'>;

/** The graphs a model consists of: those that see or hear take vectors, and have encoders beside. */
function graphNames({ task, can, family }: Kind): readonly string[] {
  if (task === 'speech' && family !== 'parakeet_ctc') {
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

/** What is taken where a repository lacks the wanted numbers. */
const OTHERWISE: readonly Dtype[] = ['q8', 'q4', 'fp32', 'fp16', 'q4f16'];

/** Under which name the compiled library of an MLC model is kept beside its weights. */
export const LIBRARY_PATH = 'library.wasm';

export interface Picked {
  paths: string[];
  dtype: Dtype;
}

/**
 * The files of an ONNX repository that one model needs.
 * @throws DownloadError `refused` where the repository holds no graph of that task.
 */
export function pickOnnxFiles(paths: readonly string[], card: Kind, wanted: Dtype): Picked {
  const names = graphNames(card);
  const graphsOf = (dtype: Dtype) => names.map((name) => `onnx/${name}${SUFFIX[dtype]}.onnx`);
  const dtype = [wanted, ...OTHERWISE].find((d) => graphsOf(d).every((g) => paths.includes(g)));
  if (dtype === undefined) {
    throw new DownloadError('refused', 'The repository has no ONNX files that can be run here.');
  }
  const graphs = graphsOf(dtype);
  // Large graphs keep their weights in files of their own: model.onnx_data, model.onnx_data_1.
  const data = paths.filter((path) => graphs.some((graph) => path.startsWith(`${graph}_data`)));
  return { dtype, paths: [...SMALL.filter((p) => paths.includes(p)), ...graphs, ...data] };
}

/** The files of an MLC repository: all that is not there for people. */
export function pickMlcFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => !/^\.|\.(?:md|png|jpe?g|gif)$|^LICENSE/i.test(path));
}
