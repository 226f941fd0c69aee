import { named, z } from '#contract/zod.ts';

/** One event of a speech that is streamed as events. */
export const speechEvent = named(
  'SpeechEvent',
  z.union([
    z.strictObject({
      type: z.literal('speech.audio.delta'),
      audio: z.string().describe('A part of the file in base64.'),
      words: z
        .array(
          z.strictObject({
            start_char: z.int(),
            end_char: z.int().describe('Characters of the input, in UTF-16 units.'),
            start: z.number().describe('Seconds from the start of the speech.'),
            end: z.number(),
          }),
        )
        .optional()
        .describe('With `return_words`. An extension.'),
    }),
    z.strictObject({
      type: z.literal('speech.audio.done'),
      usage: z.strictObject({
        input_tokens: z.int(),
        output_tokens: z.int(),
        total_tokens: z.int(),
      }),
    }),
  ]),
);
