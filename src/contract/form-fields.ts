import { invalidJson } from './errors.ts';

/** A form field that should hold JSON and does not: the code that reads the field refuses it. */
export class UnparsedJson {}

/** Fields that may occur more than once, with or without brackets. */
const LISTS = new Set([
  'file',
  'timestamp_granularities',
  'include',
  'known_speaker_names',
  'known_speaker_references',
  'vocabulary',
  'keywords',
  'languages',
]);

export const MAX_FILE_BYTES = 26_214_400;

/**
 * A multipart form as the JSON-like object its schema checks: text becomes numbers, booleans and
 * objects where the field is one, and stays text where it cannot, so that the schema names the type.
 * Files are under `file`, in order.
 * @throws ApiError `invalid_json` for `stream_options` that are not JSON.
 */
export function readFormFields(form: FormData): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const known = fieldName(name);
    // A field like any other that is not known, but a file in it would become the prototype.
    if (known === '__proto__') continue;
    // A form has no null: clients write an empty field for a value that is not set.
    if (typeof value === 'string' && isUnset(known, value)) continue;
    // A table title of the hosted service leaked into clients; the proper name wins.
    const isShadowed = known !== name && !!form.get(known);
    if (LISTS.has(known)) fields[known] = [...((fields[known] as unknown[]) ?? []), value];
    else if (!isShadowed) fields[known] = convert(known, value);
  }
  for (const name of OBJECTS) fields[name] ??= bracketed(form, name);
  return fields;
}

function fieldName(name: string): string {
  const list = name.replace(/\[\]$/, '');
  if (LISTS.has(list)) return list;
  return name === 'response format' ? 'response_format' : name;
}

const isUnset = (name: string, value: string) =>
  value.trim() === '' || (name === 'language' && value.trim().toLowerCase() === 'auto');

/** Fields that are objects. */
const OBJECTS = ['stream_options', 'expires_after'] as const;

/** `stream_options[include_usage]=true`, as the openai clients write objects; undefined when there is none. */
function bracketed(
  form: FormData,
  object: (typeof OBJECTS)[number],
): Record<string, unknown> | undefined {
  const options: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const key = name.startsWith(`${object}[`) ? /\[(\w+)\]$/.exec(name)?.[1] : undefined;
    if (!key || key === '__proto__' || typeof value !== 'string') continue;
    options[key] = key === 'seconds' ? toNumber(value) : toBoolean(value);
  }
  return Object.keys(options).length > 0 ? options : undefined;
}

function convert(name: string, value: FormDataEntryValue): unknown {
  if (typeof value !== 'string') return value;
  switch (name) {
    case 'temperature':
    case 'max_tokens':
    case 'start_window':
    case 'start_seconds':
    case 'num_speakers':
    case 'min_speakers':
    case 'max_speakers':
      return toNumber(value);
    case 'stream':
    case 'return_windows':
      return toBoolean(value);
    case 'stream_options':
    case 'expires_after':
      return parseJson(value) ?? fail(name);
    case 'messages':
      // Speech models ignore the field, so it is not refused before it is read.
      return parseJson(value) ?? new UnparsedJson();
    default:
      return value;
  }
}

const toNumber = (value: string): unknown =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value;

function toBoolean(value: string): unknown {
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return value;
}

/** Undefined where the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fail(name: string): never {
  throw invalidJson(name);
}
