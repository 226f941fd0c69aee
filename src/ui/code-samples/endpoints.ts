import type { ModelView } from '#contract/model-view.ts';

export interface Endpoint {
  path: string;
  tasks: readonly ModelView['task'][];
  takesFile: boolean;
  /** A body to start from, without the model. */
  example: string;
}

const pretty = (value: object) => JSON.stringify(value, null, 2);

export const ENDPOINTS = [
  {
    path: '/v1/chat/completions',
    tasks: ['chat', 'audio-chat'],
    takesFile: false,
    example: pretty({
      messages: [{ role: 'user', content: 'What can you do?' }],
      temperature: 0,
      stream: true,
    }),
  },
  {
    path: '/v1/embeddings',
    tasks: ['embeddings'],
    takesFile: false,
    example: pretty({ input: ['A man plays a guitar.', 'Someone makes music.'] }),
  },
  {
    path: '/v1/audio/transcriptions',
    tasks: ['speech', 'audio-chat'],
    takesFile: true,
    example: pretty({ response_format: 'verbose_json' }),
  },
  {
    path: '/v1/audio/translations',
    tasks: ['speech', 'audio-chat'],
    takesFile: true,
    example: pretty({ response_format: 'json' }),
  },
  {
    path: '/v1/audio/reasoning',
    tasks: ['audio-chat'],
    takesFile: false,
    example: pretty({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'audio_content', audio_content: { content: 'data:audio/mp3;base64,…' } },
            { type: 'text', text: 'What is said here?' },
          ],
        },
      ],
    }),
  },
] as const satisfies readonly Endpoint[];
