import { isRecord } from '#base/guards.ts';
import { invalidValue } from './errors.ts';
import { boolean, decimal, object, oneOf, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { refusals } from './request-fields.ts';
import type { z } from './zod.ts';

/** The voice of the model that ships with the app; clients of OpenAI send one of OpenAI's names, and get it. */
export const OWN_VOICE = 'heart';
const VOICES = [
  OWN_VOICE,
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
] as const;

const MAX_SPEECH_CHARACTERS = 4096;

/** The body of POST /v1/audio/speech. */
export const speechRequest = object({
  model: string(),
  input: string()
    .min(1, { error: 'string:empty' })
    .max(MAX_SPEECH_CHARACTERS, {
      error: `value:it must have at most ${MAX_SPEECH_CHARACTERS} characters.`,
    }),
  voice: oneOf(VOICES)
    .nullish()
    .describe(
      'One voice speaks here: OpenAI’s names are accepted, and `x-alcove-voice` says which.',
    ),
  response_format: oneOf(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).nullish(),
  speed: decimal(0.25, 4).nullish(),
  stream_format: oneOf(['audio', 'sse']).nullish(),
  return_words: boolean()
    .nullish()
    .describe('With `stream_format: sse`: when which characters are said. An extension.'),
});

export type SpeechRequest = z.infer<typeof speechRequest>;

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
