import { named } from '#contract/named.ts';
import { z } from '#contract/zod.ts';
import { answerHead, chunkChoice } from './chat-answer.ts';
import { usage } from './usage.ts';

export const transcription = named('Transcription', z.strictObject({ text: z.string() }));

const seconds = z.number().min(0);

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
    words: z
      .array(
        z.strictObject({
          word: z.string(),
          start: seconds,
          end: seconds,
          probability: z.number().min(0).max(1),
        }),
      )
      .optional()
      .describe('With `timestamp_granularities: ["word"]`.'),
    left_out: z
      .array(
        z.strictObject({
          start: seconds,
          end: seconds,
          reason: z.enum(['no-speech', 'repeated', 'implausible']),
        }),
      )
      .optional()
      .describe('Stretches of sound without text. An extension; absent where there are none.'),
  }),
);

/** One event of a streamed transcription: a chat chunk that OpenAI's transcript clients read, too. */
export const transcriptionEvent = named(
  'TranscriptionEvent',
  z.strictObject({
    ...answerHead,
    object: z.literal('chat.completion.chunk'),
    choices: z.array(chunkChoice),
    type: z.enum(['transcript.text.delta', 'transcript.text.done']).optional(),
    delta: z.string().optional(),
    text: z.string().optional(),
    usage: usage.nullable().optional(),
  }),
);
