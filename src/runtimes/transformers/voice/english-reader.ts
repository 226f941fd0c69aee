import { env, PreTrainedModel } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { READER } from '#catalog/voice-reader.ts';
import { EngineError } from '#engine/engine-error.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { int64, type OrtSession, sessionOf } from '#runtimes/transformers/ort/session.ts';
import { type PhonemeTables, toTables } from './phonemes.ts';

/** The file config.json of the voice in the box. */
interface ReaderConfig {
  phonemes: Readonly<Record<string, number>>;
  unknown: { letters: string; phonemes: string; max: number };
  exceptions: Readonly<Record<string, readonly string[]>>;
}

/** What makes phonemes of English. It ships with the app; every voice speaks what it reads. */
export interface EnglishReader {
  tables: PhonemeTables;
  /** The number of each phoneme: Kokoro's, which the voice in the box was distilled from. */
  ids: ReadonlyMap<string, number>;
}

type PlacedCard = Pick<ModelCard, 'id' | 'device' | 'source'>;

/** A graph of a model of speech by the name of its file. */
export async function openVoiceGraph(
  card: PlacedCard,
  name: string,
  onFile: (event: unknown) => void,
): Promise<OrtSession> {
  // The library would warn of a kind of model that it does not know, for the sake of its progress bar.
  const quiet = { progress_callback: null, config: { model_type: 'custom' } };
  const options = { ...(await loadOptions(card, onFile)), ...quiet, model_file_name: name };
  return sessionOf(await PreTrainedModel.from_pretrained(card.id, options as never), 'model');
}

/** @throws EngineError `load-failed` where a file is not stored and cannot be fetched */
export async function openReader(onFile: (event: unknown) => void): Promise<EnglishReader> {
  const file = async (name: string) => {
    const response = await env.fetch(`${env.localModelPath}${READER}/${name}`).catch(() => null);
    if (response?.ok) return response;
    throw new EngineError(
      'load-failed',
      `The dictionary that voices read with is not on this device yet (${name}). Connect once: it is then stored here.`,
    );
  };
  const [config, words, tagger] = await Promise.all([
    file('config.json').then((response): Promise<ReaderConfig> => response.json()),
    file('words.txt').then((response) => response.text()),
    file('tagger.json').then((response) => response.json()),
    // The library would say of a missing graph that the model is of another kind.
    file('onnx/unknown_quantized.onnx'),
  ]);
  const unknown = await openVoiceGraph({ id: READER, device: 'wasm' }, 'unknown', onFile);
  return {
    ids: new Map(Object.entries(config.phonemes)),
    tables: toTables(words, tagger, config.exceptions, (word) =>
      readUnknown(unknown, config.unknown, word),
    ),
  };
}

async function readUnknown(
  session: OrtSession,
  { letters, phonemes, max }: ReaderConfig['unknown'],
  word: string,
): Promise<string | null> {
  const known = [...letters];
  const ids = [...word]
    .flatMap((c) => (known.includes(c) ? [known.indexOf(c) + 1] : []))
    .slice(0, max);
  if (ids.length === 0) return null;
  const out = await session.run({ chars: int64(ids, [1, ids.length]) });
  const [tensor] = Object.values(out);
  const said = [...phonemes];
  let previous = 0;
  // As recognisers write: repeats are one, and 0 is nothing.
  const spelled = Array.from((tensor?.data ?? []) as ArrayLike<number | bigint>, (value) => {
    const id = Number(value);
    const isNew = id !== previous && id !== 0;
    previous = id;
    return isNew ? (said[id - 1] ?? '') : '';
  }).join('');
  tensor?.dispose();
  return spelled;
}
