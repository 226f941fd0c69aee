import type { Gguf } from './read-gguf.ts';

/** What a file says of its model. */
export interface ModelFacts {
  /** Null where it has no name. */
  title: string | null;
  /** Null where it does not say. */
  licence: string | null;
  /** ISO-639-1. */
  languages: readonly string[];
  parameters: number;
}

const MAX_TITLE = 80;
const MAX_LICENCE = 60;
const MAX_LANGUAGES = 200;

/** The name, licence and languages of a model from the metadata of its file, cut to what a list can show. */
export function readFacts({ metadata, tensors }: Gguf): ModelFacts {
  const text = (key: string, max: number): string | null => {
    const value = metadata.get(key);
    if (typeof value !== 'string') return null;
    // Characters that turn or break the line that a name is shown in.
    const clean = value.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    return clean === '' ? null : [...clean].slice(0, max).join('');
  };
  const named = metadata.get('general.languages');
  const languages = (Array.isArray(named) ? named : [])
    .slice(0, MAX_LANGUAGES)
    .filter((one): one is string => typeof one === 'string' && /^[a-z]{2}$/.test(one));
  const licence = text('general.license', MAX_LICENCE);
  const other = licence === null || /^other$/i.test(licence);
  let parameters = 0;
  for (const { dimensions } of tensors.values()) {
    parameters += dimensions.reduce((product, size) => product * size, 1);
  }
  return {
    title: text('general.name', MAX_TITLE),
    licence: other ? (text('general.license.name', MAX_LICENCE) ?? licence) : licence,
    languages: [...new Set(languages)],
    parameters,
  };
}
