import { isRecord } from '#base/guards.ts';
import type { ApiError } from './api-error.ts';
import { streamOptions } from './chat-request.ts';
import {
  invalidJson,
  invalidType,
  invalidValue,
  missingParameter,
  streamOptionsWithoutStream,
  unsupportedValue,
} from './errors.ts';
import { boolean, decimal, integer, list, object, oneOf, string } from './fields.ts';
import { type FoundError, firstError } from './first-error.ts';
import { MAX_FILE_BYTES, UnparsedJson } from './form-fields.ts';
import { LANGUAGE_CODES, languageCode } from './languages.ts';
import { message } from './messages.ts';
import { refusals } from './request-fields.ts';
import { fileTooLarge } from './service-errors.ts';
import { shownAs, z } from './zod.ts';

const file = z.custom<File>((value) => value instanceof Blob, { error: 'type:a file' });
/** All files of a form under one name; clients send one. */
const files = shownAs(z.file(), z.array(file));
const model = string();
/** Seconds of the longest recording that a request may resume: far beyond any. */
const MAX_SECONDS = 1e9;

/** Voices that a request may name, as at OpenAI. */
/** Four at OpenAI: a team or a family has more. */
const MAX_KNOWN = 16;
/** Far more than can be distinguished. */
const MAX_SPEAKERS = 50;

/** How many people speak, where speakers are distinguished. */
export const speakerCounts = {
  num_speakers: integer(1, MAX_SPEAKERS)
    .nullish()
    .describe('With `diarized_json`: how many people speak. Found when absent. An extension.'),
  min_speakers: integer(1, MAX_SPEAKERS).nullish(),
  max_speakers: integer(1, MAX_SPEAKERS).nullish(),
};

interface SpeakerCounts {
  num_speakers?: number | null | undefined;
  min_speakers?: number | null | undefined;
  max_speakers?: number | null | undefined;
}

/** How many people speak at least and at most. */
export function speakerBounds({ num_speakers, min_speakers, max_speakers }: SpeakerCounts) {
  const min = num_speakers ?? min_speakers ?? 1;
  return { min, max: Math.max(min, num_speakers ?? max_speakers ?? MAX_SPEAKERS) };
}

/** Names and terms that a request may list, and the characters of one. */
const MAX_TERMS = 300;
const MAX_TERM = 100;

/** Names and terms: in a form `vocabulary[]`, one each. */
export const vocabulary = list(
  string().max(MAX_TERM, { error: `value:a term has at most ${MAX_TERM} characters.` }),
  { max: MAX_TERMS },
);

/** Fields by which speakers have their names. */
export const knownSpeakers = {
  known_speaker_names: list(string(), { max: MAX_KNOWN })
    .nullish()
    .describe('With `diarized_json`: names of the voices in `known_speaker_references`.'),
  known_speaker_references: list(string(), { max: MAX_KNOWN })
    .nullish()
    .describe('With `diarized_json`: a recording of each of them alone, as a data URL.'),
};

/** Form fields of POST /v1/audio/transcriptions and /v1/audio/translations, both model families. */
export const transcriptionRequest = object({
  model,
  file: files.optional(),
  prompt: string().nullish(),
  vocabulary: vocabulary
    .nullish()
    .describe(
      'Names and terms that may be said: their spelling is preferred where the sound leaves it open. Not the prompt: it ' +
        'changes the search of the decoder. An extension.',
    ),
  temperature: decimal(0, 1).nullish(),
  response_format: oneOf(['json', 'text', 'verbose_json', 'srt', 'vtt', 'diarized_json']).nullish(),
  keywords: vocabulary.nullish().describe('`vocabulary` by its name at OpenAI.'),
  language: string().nullish(),
  languages: list(string(), { max: LANGUAGE_CODES.length })
    .nullish()
    .describe('Languages that may be spoken: one of them is detected.'),
  timestamp_granularities: list(oneOf(['word', 'segment'])).nullish(),
  task: oneOf(['transcribe', 'translate']).nullish(),
  ...knownSpeakers,
  ...speakerCounts,
  messages: z.unknown().optional(),
  max_tokens: z.unknown().optional(),
  stream: boolean().nullish(),
  stream_options: streamOptions.nullish(),
  recording: string()
    .nullish()
    .describe(
      'Id of a recording stored in Transcribe, in place of `file`. Any size. An extension.',
    ),
  return_windows: boolean()
    .nullish()
    .describe('With `stream`: events with `window` and `audio`. An extension.'),
  start_window: integer(0)
    .nullish()
    .describe('Resumes after this many windows, at `start_seconds`. An extension.'),
  start_seconds: decimal(0, MAX_SECONDS).nullish(),
});

export type TranscriptionRequest = z.infer<typeof transcriptionRequest>;

/** What only an audio-instruct model reads of the same form. */
export const instructFields = object({
  response_format: oneOf(['json', 'text']).nullish(),
  messages: list(message({ aboutAudio: true })).nullish(),
  max_tokens: integer(1).nullish(),
});

/** The body of POST /v1/audio/reasoning, JSON or form. */
export const reasoningRequest = object({
  model,
  messages: list(message({ aboutAudio: true }), { min: 1 }),
  file: files.optional(),
  response_format: oneOf(['json', 'text']).nullish(),
  temperature: decimal(0, 1).nullish(),
  max_tokens: integer(1).nullish(),
  stream: boolean().nullish(),
  stream_options: streamOptions.nullish(),
});

export type ReasoningRequest = z.infer<typeof reasoningRequest>;

/** Fields of one meaning: a request that sends both would have one of them ignored. */
const TWO_NAMES = [
  ['keywords', 'vocabulary'],
  ['languages', 'language'],
] as const;

/** @throws ApiError the first failure in the order of the contract's table (§3.7). */
export function parseTranscriptionRequest(fields: Record<string, unknown>): TranscriptionRequest {
  const found = commonChecks(fields);
  const files = fields['file'];
  const hasAudio = files !== undefined || typeof fields['recording'] === 'string';
  if (!hasAudio && typeof fields['messages'] === 'undefined') {
    found.push({ path: ['file'], error: missingParameter('file') });
  }
  found.push(...refusals('transcription', fields));
  const times = fields['timestamp_granularities'];
  if (
    Array.isArray(times) &&
    times.includes('word') &&
    fields['response_format'] !== 'verbose_json'
  ) {
    const reason = "times of words need 'response_format' to be 'verbose_json'.";
    const error = invalidValue('timestamp_granularities', reason);
    found.push({ path: ['timestamp_granularities'], error });
  }
  found.push(...speakerChecks(fields));
  if (fields['return_windows'] === true && fields['stream'] !== true) {
    const error = invalidValue('return_windows', "it needs 'stream' to be true.");
    found.push({ path: ['return_windows'], error });
  }
  for (const [name, other] of TWO_NAMES) {
    if (!fields[name] || !fields[other]) continue;
    const error = invalidValue(name, `it is sent together with '${other}': send one of them.`);
    found.push({ path: [name], error });
  }
  for (const name of ['language', 'languages']) {
    const unknown = [fields[name]]
      .flat()
      .find((one) => typeof one === 'string' && !languageCode(one));
    if (unknown === undefined) continue;
    const error = unsupportedValue(name, String(unknown), LANGUAGE_CODES);
    found.push({ path: [name], error });
  }
  // Whether `messages` counts is known with the model only.
  return check(transcriptionRequest, { ...fields, messages: undefined }, found);
}

const SPEAKER_FIELDS = [
  'known_speaker_names',
  'known_speaker_references',
  'num_speakers',
  'min_speakers',
  'max_speakers',
];

function* speakerChecks(fields: Record<string, unknown>): Generator<FoundError> {
  const isDiarized = fields['response_format'] === 'diarized_json';
  for (const name of SPEAKER_FIELDS) {
    if (fields[name] === undefined || isDiarized) continue;
    const reason = "speakers are told apart where 'response_format' is 'diarized_json'.";
    yield { path: [name], error: invalidValue(name, reason) };
  }
  const count = (name: string) => (Array.isArray(fields[name]) ? fields[name].length : 0);
  if (count('known_speaker_names') !== count('known_speaker_references')) {
    const name = 'known_speaker_references';
    yield { path: [name], error: invalidValue(name, 'one recording for each name is expected.') };
  }
  const [least, most] = [fields['min_speakers'], fields['max_speakers']];
  if (typeof least === 'number' && typeof most === 'number' && least > most) {
    const error = invalidValue('min_speakers', "it is larger than 'max_speakers'.");
    yield { path: ['min_speakers'], error };
  }
}

/** @throws ApiError for fields that only audio-instruct models accept. */
export function parseInstructFields(fields: Record<string, unknown>) {
  return check(instructFields, fields, []);
}

/**
 * `body`: JSON, or with `isForm` the result of `readFormFields`; the file of a form may be the only message.
 * @throws ApiError (§3.6).
 */
export function parseReasoningRequest(body: unknown, isForm: boolean): ReasoningRequest {
  const fields = isRecord(body) ? { ...body } : body;
  // In JSON the field has no meaning, like any that is not known.
  if (!isForm && isRecord(fields)) delete fields['file'];
  const found = isRecord(fields) ? commonChecks(fields) : [];
  if (isForm && isRecord(fields) && fields['messages'] === undefined) {
    fields['messages'] = [{ role: 'user', content: '' }];
    if (fields['file'] === undefined) {
      found.push({ path: ['file'], error: missingParameter('file') });
    }
  }
  return check(reasoningRequest, fields, found);
}

function check<T extends z.ZodObject>(schema: T, fields: unknown, found: FoundError[]): z.infer<T> {
  if (isRecord(fields) && fields['messages'] instanceof UnparsedJson) throw invalidJson('messages');
  const result = schema.safeParse(fields);
  const error = firstError(result.error?.issues ?? [], found, fields, Object.keys(schema.shape));
  if (error) throw error;
  return result.data as z.infer<T>;
}

function commonChecks(fields: Record<string, unknown>): FoundError[] {
  const found: FoundError[] = [];
  const add = (field: string, error: ApiError) => found.push({ path: [field], error });
  const files: unknown[] = Array.isArray(fields['file']) ? fields['file'] : [];
  for (const item of files) {
    // Sizes come before fields.
    if (item instanceof Blob && item.size > MAX_FILE_BYTES) throw fileTooLarge(item.size);
    if (!(item instanceof Blob)) add('file', invalidType('file', 'a file', item));
  }
  if (isRecord(fields['stream_options']) && fields['stream'] !== true) {
    add('stream_options', streamOptionsWithoutStream());
  }
  return found;
}
