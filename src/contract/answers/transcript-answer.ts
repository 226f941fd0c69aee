import { named, z } from '#contract/zod.ts';
import { answerHead, chunkChoice } from './chat-answer.ts';
import { usage } from './usage.ts';

export const transcription = named('Transcription', z.strictObject({ text: z.string() }));

const seconds = z.number().min(0);

const leftOutReason = z.enum(['no-speech', 'repeated', 'implausible', 'unreadable']);

const word = z.strictObject({
  word: z.string(),
  start: seconds,
  end: seconds,
  probability: z.number().min(0).max(1),
});

/** A segment of `verbose_json`, with every key OpenAI's clients require. */
const segment = named(
  'TranscriptionSegment',
  z.strictObject({
    id: z.int(),
    seek: z.int().describe('Start of the decoded window, in hundredths of a second.'),
    start: seconds,
    end: seconds,
    text: z.string(),
    tokens: z.array(z.int()).describe('Empty where the model does not report them.'),
    temperature: z.number(),
    avg_logprob: z.number().describe('0 where the model does not report it.'),
    compression_ratio: z.number().describe('1 where the model does not report it.'),
    no_speech_prob: z.number().describe('0 where the model does not report it.'),
  }),
);

export const transcriptionVerbose = named(
  'TranscriptionVerbose',
  z.strictObject({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().describe('English name of the language spoken.'),
    duration: seconds,
    text: z.string(),
    segments: z.array(segment),
    words: z.array(word).optional().describe('With `timestamp_granularities: ["word"]`.'),
    left_out: z
      .array(
        z.strictObject({
          start: seconds,
          end: seconds,
          reason: leftOutReason,
        }),
      )
      .optional()
      .describe('Stretches of sound without text. An extension; absent where there are none.'),
  }),
);

/** Segments of OpenAI's shape divide the text; who speaks at the same time has none of it. */
const overlaps = z
  .array(z.strictObject({ start: seconds, end: seconds, speaker: z.string() }))
  .optional()
  .describe('Who else speaks in the segment, and when. An extension; absent where there is none.');

/** A segment of `diarized_json`, in OpenAI's words. */
const spokenSegment = {
  type: z.literal('transcript.text.segment'),
  id: z.string(),
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker: z.string().describe('A name of `known_speaker_names`, else `A`, `B`, …'),
  overlaps,
};

export const transcriptionDiarized = named(
  'TranscriptionDiarized',
  z.strictObject({
    task: z.literal('transcribe'),
    duration: seconds,
    text: z.string(),
    segments: z.array(named('TranscriptionDiarizedSegment', z.strictObject(spokenSegment))),
    usage: z.strictObject({ type: z.literal('duration'), seconds }),
  }),
);

/** With `return_windows`: facts about the audio decoded so far. */
const audioProgress = z.strictObject({
  duration: seconds.optional().describe('Length by the header of the file, where it says one.'),
  tracks: z.int().optional().describe('Sound tracks of the file; the first one is transcribed.'),
  decoded_seconds: seconds.optional().describe('Seconds decoded so far.'),
  peaks: z
    .string()
    .optional()
    .describe('Peaks of the audio decoded since the last event: base64, 25 bytes a second.'),
});

/** With `return_windows`: one window of the recording, as soon as it is transcribed. */
const transcriptionWindow = z.strictObject({
  index: z.int().min(0),
  start: seconds,
  end: seconds.describe('Resume here with `start_seconds`, and `start_window: index + 1`.'),
  language: z.string().nullable().describe('Code of the language that was detected.'),
  left_out: leftOutReason.nullable().describe('Why there is no text.'),
  segments: z.array(
    z.strictObject({
      text: z.string(),
      start: seconds,
      end: seconds,
      words: z.array(word).optional().describe('For models that have times of words.'),
    }),
  ),
});

export type AudioProgress = z.infer<typeof audioProgress>;
export type TranscriptionWindow = z.infer<typeof transcriptionWindow>;

/** One event of a streamed transcription: a chat chunk that OpenAI's transcript clients read, too. */
export const transcriptionEvent = named(
  'TranscriptionEvent',
  z.strictObject({
    ...answerHead,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(chunkChoice),
    type: z
      .enum(['transcript.text.delta', 'transcript.text.segment', 'transcript.text.done'])
      .optional(),
    delta: z.string().optional(),
    text: z.string().optional(),
    start: seconds.optional().describe('Of a segment, with `diarized_json`.'),
    end: seconds.optional(),
    speaker: z.string().optional(),
    overlaps,
    audio: audioProgress.optional(),
    window: transcriptionWindow.optional(),
    usage: usage.nullable().optional(),
  }),
);
