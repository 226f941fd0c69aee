import { estimateMemory } from '#catalog/model-bytes.ts';
import type { Dtype, ModelCard } from '#catalog/model-card.ts';
import { SMALL_PARAMETERS } from '#catalog/model-view.ts';
import { familyAbilities, findFamily } from '#catalog/onnx-families.ts';
import type { ConvertibleModel } from '#gguf/convert-gguf.ts';
import { ARCHITECTURES } from '#gguf/decoder-shape.ts';
import { GgufError } from '#gguf/gguf-error.ts';
import { readFacts } from '#gguf/model-facts.ts';

/** Most tokens of one answer, as for models of the catalogue. */
const MAX_COMPLETION = 4096;
/** A person who brought a model is offered it before models of the catalogue. */
const OWN_RANK = { wasm: 2, webgpu: 2 };
const MAX_SLUG = 80;
/** The temperature of small models. */
const SMALL_SAMPLING = { temperature: 0.3 };

/** A file that a person chose: its name, and the licence that its folder states where the file does not. */
export interface ChosenFile {
  name: string;
  licence?: string | null;
}

/** The card of a model that is converted from a person's file. `fileBytes`: the size of the file. */
export function describeGguf(
  model: ConvertibleModel,
  { name, licence: stated = null }: ChosenFile,
  fileBytes: number,
): ModelCard {
  const { gguf, shape, graph, files, graphBytes } = model;
  const { type } = ARCHITECTURES[shape.architecture];
  const family = findFamily(type);
  if (!family) throw new GgufError(`Models of the kind "${type}" cannot be run here.`);
  const { title, licence, languages, parameters } = readFacts(gguf);
  const bytes = Object.values(files).reduce(
    (sum, text) => sum + new TextEncoder().encode(text).length,
    graphBytes,
  );
  const dtype: Dtype = graph.isFourBits ? 'q4' : 'q8';
  const can = familyAbilities(family);
  const id = `local/${slugOf(name)}`;
  return {
    id,
    title: title ?? name.replace(/\.gguf$/i, ''),
    summary: 'Converted from a file on this device.',
    task: 'chat',
    runtime: 'transformers',
    owner: 'local',
    licence: spdxName(licence) ?? stated ?? 'Not stated in its file',
    contextTokens: shape.context,
    completionTokens: Math.min(MAX_COMPLETION, shape.context),
    downloadBytes: bytes,
    memoryBytes: estimateMemory({ bytes, dtype, device: 'wasm', task: 'chat', can }),
    created: Math.floor(Date.now() / 1000),
    can,
    family: type,
    languages,
    device: 'wasm',
    parallel: 8,
    parameters,
    rank: OWN_RANK,
    ...(parameters < SMALL_PARAMETERS && SMALL_SAMPLING),
    source: {
      repository: id,
      page: '',
      dtype: { wasm: dtype, webgpu: dtype },
      isMeasured: true,
      file: { name, bytes: fileBytes },
    },
  };
}

/** Files write identifiers of SPDX in small letters. */
function spdxName(licence: string | null): string | null {
  return (
    licence?.replace(/^apache-/, 'Apache-').replace(/^(?:mit|bsd|cc-)/, (s) => s.toUpperCase()) ??
    null
  );
}

/** A file's name as the end of an id: `Llama 3.2 (1B).gguf` is `Llama-3.2-1B`. */
function slugOf(name: string): string {
  const plain = name
    .replace(/\.gguf$/i, '')
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return plain.slice(0, MAX_SLUG) || 'model';
}
