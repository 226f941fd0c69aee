import { isRecord } from '#base/guards.ts';

/** Decoding parameters of a repository's generation_config.json. */
export interface GenerationFacts {
  lang_to_id: Record<string, number>;
  suppress_tokens: number[] | null;
  begin_suppress_tokens: number[] | null;
  max_initial_timestamp_index: number | null;
  alignment_heads: [number, number][];
  compression_ratio_threshold: number | null;
  logprob_threshold: number | null;
  no_speech_threshold: number | null;
  num_beams: number | null;
}

/** The parameters of the right type; others are left out, so that their defaults apply. */
export function parseGeneration(json: unknown): Partial<GenerationFacts> {
  const given: Record<string, unknown> = isRecord(json) ? json : {};
  const facts: Partial<GenerationFacts> = {};
  for (const name of NUMBERS) {
    const value = given[name];
    if (value === null || Number.isFinite(value)) facts[name] = value as number | null;
  }
  for (const name of LISTS) {
    const value = given[name];
    if (Array.isArray(value)) facts[name] = value.filter(isIndex);
  }
  const { lang_to_id: languages, alignment_heads: heads } = given;
  if (isRecord(languages)) {
    const known = Object.entries(languages).filter(([, token]) => isIndex(token));
    facts.lang_to_id = Object.fromEntries(known) as Record<string, number>;
  }
  if (Array.isArray(heads)) facts.alignment_heads = heads.filter(isPair);
  return facts;
}

const NUMBERS = [
  'max_initial_timestamp_index',
  'compression_ratio_threshold',
  'logprob_threshold',
  'no_speech_threshold',
  'num_beams',
] as const;
const LISTS = ['suppress_tokens', 'begin_suppress_tokens'] as const;

const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isIndex);
