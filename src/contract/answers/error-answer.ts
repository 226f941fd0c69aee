import { named, z } from '#contract/zod.ts';

/** Why no sound could be read from a file. */
const audioProblem = z.strictObject({
  problem: z.enum([
    'unknown_format',
    'no_audio_track',
    'unsupported_codec',
    'unsupported_rate',
    'damaged',
  ]),
  codec: z.string().nullable().optional(),
  rate: z.number().optional().describe('Hertz.'),
});

export type AudioProblem = z.infer<typeof audioProblem>;

const error = z.strictObject({
  message: z.string(),
  type: z.enum([
    'invalid_request_error',
    'invalid_authentication',
    'request_timeout',
    'insufficient_quota',
    'server_error',
  ]),
  param: z.string().nullable().describe('Path of the field at fault: `messages[0].role`.'),
  code: z.string().describe('A stable word for programs: `missing_required_parameter`.'),
  audio: audioProblem.optional().describe('With `invalid_file_format`: an extension.'),
});

/** Body of every answer that is not 200. */
export const errorAnswer = named(
  'ErrorResponse',
  z.strictObject({ error, request_id: z.string() }),
);

/** A failure after a stream has started: the last event before `[DONE]`. */
export const errorEvent = named('ErrorEvent', z.strictObject({ error }));
