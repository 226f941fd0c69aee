import { isRecord } from '#base/guards.ts';
import { invalidValue, unsupportedValue } from './errors.ts';
import { boolean, decimal, object, oneOf, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { refusals } from './request-fields.ts';
import type { z } from './zod.ts';

/** OpenAI's names, which its clients send by default. */
const OPENAI_VOICES = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];
/** Longer than any name of a voice. */
const MAX_VOICE = 100;

const MAX_SPEECH_CHARACTERS = 4096;

/** The body of POST /v1/audio/speech. */
export const speechRequest = object({
  model: string(),
  input: string()
    .min(1, { error: 'string:empty' })
    .max(MAX_SPEECH_CHARACTERS, {
      error: `value:it must have at most ${MAX_SPEECH_CHARACTERS} characters.`,
    }),
  voice: string()
    .max(MAX_VOICE, { error: `value:it must have at most ${MAX_VOICE} characters.` })
    .nullish()
    .describe(
      'One of `sn_metadata.voices` in `/v1/models`, with or without its prefix. OpenAI’s names are accepted, and `x-alcove-voice` says which one spoke.',
    ),
  response_format: oneOf(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).nullish(),
  speed: decimal(0.25, 4).nullish(),
  stream_format: oneOf(['audio', 'sse']).nullish(),
  return_words: boolean()
    .nullish()
    .describe('With `stream_format: sse`: when which characters are said. An extension.'),
  language: oneOf(['en'])
    .nullish()
    .describe(
      '`en`: what the text belongs to is English, so that a quotation in another language is read as well. Else such a text is refused. An extension.',
    ),
});

export type SpeechRequest = z.infer<typeof speechRequest>;

/**
 * The voice of a model that a client names: by its whole name (`af_bella`) or without its prefix (`bella`). One of OpenAI's names
 * that the model does not have is its first voice. @throws ApiError `invalid_value`, with the voices that exist
 */
export function findVoice(voices: readonly string[], asked: string | null | undefined): string {
  const [first = ''] = voices;
  if (asked === null || asked === undefined) return first;
  const found = voices.find(
    (voice) => voice === asked || voice.replace(/^[a-z]{2}_/, '') === asked,
  );
  if (found !== undefined) return found;
  if (OPENAI_VOICES.includes(asked)) return first;
  throw unsupportedValue('voice', asked, voices);
}

/** @throws ApiError the first failure in the order of the fields. */
export function parseSpeechRequest(body: unknown): SpeechRequest {
  const result = speechRequest.safeParse(body);
  const found = isRecord(body) ? [...refusals('speech', body)] : [];
  if (isRecord(body) && body['return_words'] === true && body['stream_format'] !== 'sse') {
    const error = invalidValue('return_words', "it needs 'stream_format' to be 'sse'.");
    found.push({ path: ['return_words'], error });
  }
  const error = firstError(
    result.error?.issues ?? [],
    found,
    body,
    Object.keys(speechRequest.shape),
  );
  if (error) throw error;
  return result.data as SpeechRequest;
}
