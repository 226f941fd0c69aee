import { speakerBounds } from '#contract/audio-request.ts';
import { invalidValue } from '#contract/errors.ts';
import { languageCode } from '#contract/languages.ts';
import type { SpeakerBounds } from './live-speakers.ts';
import type { RealtimeSession as RealtimeOptions } from './realtime-events.ts';

/** Hertz of `audio/pcm` where none are named, as at OpenAI. */
const RATE = 24_000;
/** The model where a session names none. */
const MODEL = 'whisper-1';
/** Milliseconds of silence that end an utterance, as at OpenAI. */
const SILENCE_MS = 500;
/** The field by which a session has speakers distinguished. */
export const DIARIZE = 'session.audio.input.transcription.diarize';

export interface Settings {
  model: string;
  language: string | null;
  prompt: string;
  /** Null for the list in Settings. */
  vocabulary: readonly string[] | null;
  /** How many people speak; null where they are not distinguished. */
  speakers: SpeakerBounds | null;
  rate: number;
  /** Null where the client ends utterances. */
  silenceMs: number | null;
}

/** What a session begins with. `model`: that its address names. */
export const settingsOf = (model: string | null): Settings => ({
  ...{ model: model ?? MODEL, language: null, prompt: '', vocabulary: null, speakers: null },
  ...{ rate: RATE, silenceMs: SILENCE_MS },
});

/** Settings after a `session.update`. @throws ApiError for bounds of speakers that exclude each other */
export function changeSettings(before: Settings, { audio }: RealtimeOptions): Settings {
  const { format, transcription, turn_detection: turns } = audio?.input ?? {};
  return {
    model: transcription?.model ?? before.model,
    language: transcription?.language ? languageCode(transcription.language) : before.language,
    prompt: transcription?.prompt ?? before.prompt,
    vocabulary: transcription?.vocabulary ?? before.vocabulary,
    speakers: speakersAfter(before.speakers, transcription),
    rate: format?.rate ?? before.rate,
    silenceMs: turns === null ? null : (turns?.silence_duration_ms ?? before.silenceMs),
  };
}

type Transcription = NonNullable<
  NonNullable<NonNullable<RealtimeOptions['audio']>['input']>['transcription']
>;

function speakersAfter(
  before: SpeakerBounds | null,
  fields: Transcription | null | undefined,
): SpeakerBounds | null {
  const { diarize, num_speakers, min_speakers, max_speakers } = fields ?? {};
  const counts = [num_speakers, min_speakers, max_speakers].filter((count) => count != null);
  if (diarize === false) return null;
  if (diarize == null && before === null) {
    if (counts.length === 0) return null;
    throw invalidValue(DIARIZE, 'speakers are counted where it is true.');
  }
  // A bound that is not named stays.
  const bounds = {
    num_speakers,
    min_speakers: min_speakers ?? before?.min,
    max_speakers: max_speakers ?? before?.max,
  };
  if ((bounds.min_speakers ?? 0) > (bounds.max_speakers ?? Infinity)) {
    const name = DIARIZE.replace('diarize', min_speakers == null ? 'max_speakers' : 'min_speakers');
    const reason =
      min_speakers == null ? "smaller than 'min_speakers'" : "larger than 'max_speakers'";
    throw invalidValue(name, `it is ${reason}.`);
  }
  return speakerBounds(bounds);
}

/** The session as its events describe it. */
export function viewOf(id: string, { rate, silenceMs, speakers, ...transcription }: Settings) {
  const counted = speakers && { min_speakers: speakers.min, max_speakers: speakers.max };
  const input = {
    format: { type: 'audio/pcm', rate },
    transcription: { ...transcription, diarize: speakers !== null, ...counted },
    turn_detection:
      silenceMs === null ? null : { type: 'server_vad', silence_duration_ms: silenceMs },
    noise_reduction: null,
  };
  return {
    type: 'transcription',
    object: 'realtime.transcription_session',
    id,
    audio: { input },
  };
}
