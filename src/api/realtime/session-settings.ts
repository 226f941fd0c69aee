import type { ApiDependencies } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { type KnownClip, readKnownVoices } from '#api/tasks/speakers.ts';
import { speakerBounds } from '#contract/audio-request.ts';
import { invalidValue } from '#contract/errors.ts';
import { languageCode } from '#contract/languages.ts';
import type { SpeakerBounds } from './live-speakers.ts';
import { type RealtimeSession as RealtimeOptions, realtimeError } from './realtime-events.ts';

/** Hertz of `audio/pcm` where none are named, as at OpenAI. */
const RATE = 24_000;
/** The model where a session names none. */
const MODEL = 'whisper-1';
/** Milliseconds of silence that end an utterance, as at OpenAI. */
const SILENCE_MS = 500;
/** The field by which a session has speakers distinguished. */
export const DIARIZE = 'session.audio.input.transcription.diarize';

type KnownVoices = Pick<Transcription, 'known_speaker_names' | 'known_speaker_references'>;

export interface Settings {
  model: string;
  language: string | null;
  prompt: string;
  /** Null for the list in Settings. */
  vocabulary: readonly string[] | null;
  /** How many people speak; null where they are not distinguished. */
  speakers: SpeakerBounds | null;
  /** Voices that have a name. */
  known: KnownVoices;
  rate: number;
  /** Null where the client ends utterances. */
  silenceMs: number | null;
}

/** What a session begins with. `model`: that its address names. */
export const settingsOf = (model: string | null): Settings => ({
  ...{ model: model ?? MODEL, language: null, prompt: '', vocabulary: null, speakers: null },
  known: {},
  ...{ rate: RATE, silenceMs: SILENCE_MS },
});

/** Settings after a `session.update`. @throws ApiError for fields about speakers that exclude each other */
export function changeSettings(before: Settings, { audio }: RealtimeOptions): Settings {
  const { format, transcription, turn_detection: turns } = audio?.input ?? {};
  const speakers = speakersAfter(before.speakers, transcription);
  return {
    model: transcription?.model ?? before.model,
    language: transcription?.language ? languageCode(transcription.language) : before.language,
    prompt: transcription?.prompt ?? before.prompt,
    vocabulary: transcription?.vocabulary ?? before.vocabulary,
    speakers,
    known: knownAfter(before, transcription, speakers !== null),
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

function knownAfter(
  before: Settings,
  fields: Transcription | null | undefined,
  isDiarized: boolean,
): KnownVoices {
  const { known_speaker_names: names, known_speaker_references: references } = fields ?? {};
  if (!names && !references) return isDiarized ? before.known : {};
  const one = names ? 'known_speaker_names' : 'known_speaker_references';
  if (!isDiarized) {
    throw invalidValue(
      DIARIZE.replace('diarize', one),
      "speakers are named where 'diarize' is true.",
    );
  }
  if (names?.length !== references?.length) {
    const reason = 'one recording for each name is expected.';
    throw invalidValue(DIARIZE.replace('diarize', 'known_speaker_references'), reason);
  }
  const next = { known_speaker_names: names, known_speaker_references: references };
  // The same voices are not read again.
  return JSON.stringify(next) === JSON.stringify(before.known) ? before.known : next;
}

/** The clips of known voices. One that cannot be read is reported as an event, and no voice is known then. */
export async function readKnown(
  { largeBodies }: Pick<ApiDependencies, 'largeBodies'>,
  voices: KnownVoices,
  onError: (event: ReturnType<typeof realtimeError>) => void,
): Promise<KnownClip[]> {
  try {
    return await readKnownVoices(voices, { largeBodies, signal: new AbortController().signal });
  } catch (reason) {
    const { type, error } = realtimeError(toApiError(reason), null);
    const param = DIARIZE.replace('diarize', error.param ?? 'known_speaker_references');
    onError({ type, error: { ...error, param } });
    return [];
  }
}

/** The session as its events describe it. */
export function viewOf(id: string, settings: Settings) {
  const { rate, silenceMs, speakers, known, ...transcription } = settings;
  const counted = speakers && { min_speakers: speakers.min, max_speakers: speakers.max };
  const input = {
    format: { type: 'audio/pcm', rate },
    transcription: {
      ...transcription,
      ...{ diarize: speakers !== null, ...counted },
      // Without the recordings of the voices: they are megabytes.
      ...(known.known_speaker_names && { known_speaker_names: known.known_speaker_names }),
    },
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
