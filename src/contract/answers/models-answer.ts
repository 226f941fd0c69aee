import { named, z } from '#contract/zod.ts';

const price = z.string().regex(/^\d+\.\d{8}$/);

export const modelAnswer = named(
  'Model',
  z.strictObject({
    id: z.string(),
    object: z.literal('model'),
    owned_by: z.string(),
    created: z.int().describe('Unix seconds.'),
    context_length: z.int().min(1),
    max_completion_tokens: z.int().min(0),
    pricing: z.strictObject({ prompt: price, completion: price }),
    architecture: z.strictObject({
      input_modalities: z.array(z.string()).describe('Of text, image, audio.'),
      output_modalities: z.array(z.string()),
    }),
    supported_parameters: z.array(z.string()).describe('Of a chat.'),
    capabilities: z
      .array(z.string())
      .describe(
        'completion, embedding, rerank, transcription or speech; tools, vision, audio, structured_outputs.',
      ),
    sn_metadata: z.strictObject({
      task: z.string(),
      runtime: z.string(),
      size_bytes: z.number(),
      licence: z.string(),
      state: z
        .enum(['ready', 'available'])
        .describe('`available`: download it under Models first.'),
      languages: z
        .array(z.string())
        .describe('Codes of the languages that its page names; empty where it names none.'),
      voices: z
        .array(z.string())
        .optional()
        .describe('Of `/v1/audio/speech`; the first is the default.'),
      answered_by: z.string().optional().describe('The model behind an alias.'),
    }),
  }),
);

export const modelList = named(
  'ListModelsResponse',
  z.strictObject({ object: z.literal('list'), data: z.array(modelAnswer) }),
);

export const MODEL_EXAMPLE = {
  id: 'alcove-guide',
  object: 'model',
  owned_by: 'alcove',
  created: 1_795_000_000,
  context_length: 1024,
  max_completion_tokens: 1024,
  pricing: { prompt: '0.00000000', completion: '0.00000000' },
  architecture: { input_modalities: ['text'], output_modalities: ['text'] },
  supported_parameters: ['max_tokens', 'temperature', 'tools', 'response_format'],
  capabilities: ['completion', 'tools', 'structured_outputs'],
  sn_metadata: {
    task: 'chat',
    runtime: 'transformers',
    size_bytes: 7_000_000,
    licence: 'apache-2.0',
    state: 'ready',
    languages: ['en'],
  },
};
