import { fromBase64 } from '#base/bytes.ts';
import { isRecord } from '#base/guards.ts';
import { ApiError } from '#contract/api-error.ts';
import { knownSpeakers, speakerCounts, vocabulary } from '#contract/audio-request.ts';
import { invalidBase64, invalidJson, invalidType, unsupportedValue } from '#contract/errors.ts';
import { boolean, integer, object, oneOf, string } from '#contract/fields.ts';
import { firstError } from '#contract/first-error.ts';
import { LANGUAGE_CODES, languageCode } from '#contract/languages.ts';
import { z } from '#contract/zod.ts';

/** Bytes of audio in one event, as at OpenAI: 15 MiB. */
const MAX_AUDIO = Math.ceil((15 * 1_048_576 * 4) / 3);
/** Seconds of silence that may be waited for. */
const MAX_SILENCE_MS = 60_000;

/** `rate`: OpenAI takes 24 000 Hz alone; any other is an extension. */
const format = object({
  type: oneOf(['audio/pcm']),
  rate: integer(8_000, 96_000).nullish(),
});

const transcription = object({
  model: string().nullish(),
  language: string().nullish(),
  prompt: string().nullish(),
  /** Names and terms that are preferred: an extension. */
  vocabulary: vocabulary.nullish(),
  /** Whether each utterance is followed by who says what in it, how many people speak, and whose voices are known: an extension. */
  diarize: boolean().nullish(),
  ...knownSpeakers,
  ...speakerCounts,
});

const turnDetection = object({
  type: oneOf(['server_vad']),
  silence_duration_ms: integer(100, MAX_SILENCE_MS).nullish(),
});

const session = object({
  type: oneOf(['transcription']),
  audio: object({
    input: object({
      format: format.nullish(),
      transcription: transcription.nullish(),
      turn_detection: turnDetection.nullish(),
    }).nullish(),
  }).nullish(),
});

const eventId = string().nullish();

/** What a client sends, by `type`: the transcription events of OpenAI's Realtime API. */
const CLIENT_EVENTS = {
  'session.update': object({ type: z.literal('session.update'), event_id: eventId, session }),
  'input_audio_buffer.append': object({
    type: z.literal('input_audio_buffer.append'),
    event_id: eventId,
    audio: string().max(MAX_AUDIO, { error: 'value:it holds more than 15 MiB of audio.' }),
  }),
  'input_audio_buffer.commit': object({
    type: z.literal('input_audio_buffer.commit'),
    event_id: eventId,
  }),
  'input_audio_buffer.clear': object({
    type: z.literal('input_audio_buffer.clear'),
    event_id: eventId,
  }),
} as const;

type Events = typeof CLIENT_EVENTS;
export type RealtimeClientEvent = { [K in keyof Events]: z.infer<Events[K]> }[keyof Events];
export type RealtimeSession = z.infer<typeof session>;

/** The event in a message of a client. @throws ApiError */
export function parseRealtimeEvent(text: string): RealtimeClientEvent {
  const event = readJson(text);
  const type = event['type'];
  if (typeof type !== 'string') throw invalidType('type', 'a string', type);
  if (!Object.hasOwn(CLIENT_EVENTS, type)) {
    throw unsupportedValue('type', type, Object.keys(CLIENT_EVENTS));
  }
  const schema = CLIENT_EVENTS[type as keyof Events];
  const result = schema.safeParse(event);
  const error = firstError(result.error?.issues ?? [], [], event, Object.keys(schema.shape));
  if (error) throw error;
  const parsed = result.data as RealtimeClientEvent;
  if (parsed.type === 'session.update') requireLanguage(parsed.session);
  return parsed;
}

function readJson(text: string): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(text);
    if (isRecord(event)) return event;
  } catch {
    // Answered below.
  }
  throw invalidJson();
}

function requireLanguage({ audio }: RealtimeSession): void {
  const language = audio?.input?.transcription?.language;
  if (!language || languageCode(language)) return;
  throw unsupportedValue('session.audio.input.transcription.language', language, [
    ...LANGUAGE_CODES,
  ]);
}

/** The id that a client gave an event, where it could be read. */
export function realtimeEventId(text: string): string | null {
  try {
    const { event_id: id } = JSON.parse(text) as { event_id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** The `error` event of a failure. */
export function realtimeError({ type, code, message, param }: ApiError, eventId: string | null) {
  return { type: 'error', error: { type, code, message, param, event_id: eventId } };
}

/** More ends of utterances than a model can be behind. */
export const tooManyCommits = () =>
  new ApiError(
    429,
    'too_many_commits',
    'Too many utterances wait to be transcribed: wait for `completed` before the next commit.',
  );

/** Samples of 16 bits, little-endian. @throws ApiError */
export function readPcm(base64: string): Float32Array {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = fromBase64(base64);
  } catch {
    throw invalidBase64('audio');
  }
  const view = new DataView(bytes.buffer);
  return Float32Array.from(
    { length: bytes.length >> 1 },
    (_, i) => view.getInt16(2 * i, true) / 32_768,
  );
}
