import { createOpenAI } from '@ai-sdk/openai';
import { InferenceClient } from '@huggingface/inference';
import { generateImage as tanstackImage } from '@tanstack/ai';
import { createOpenaiImage } from '@tanstack/ai-openai';
import { generateImage } from 'ai';
import OpenAI from 'openai';
import { baseURL, type Setting } from './check.ts';

/** Calls that the service refuses by decision: the status, and words that its message contains. */
export interface Refused {
  status: number;
  says: string;
  call: (setting: Setting) => Promise<unknown>;
}

const client = ({ key }: Setting) =>
  new OpenAI({ baseURL, apiKey: key, dangerouslyAllowBrowser: true });
const sdk = ({ key }: Setting) => createOpenAI({ baseURL, apiKey: key });
const messages = [{ role: 'user' as const, content: 'x' }];
const model = 'alcove-guide';
const refused = (status: number, says: string, call: Refused['call']): Refused => ({
  status,
  says,
  call,
});

export const REFUSED: Record<string, Refused> = {
  'openai: chat with n=2': refused(400, 'n', (s) =>
    client(s).chat.completions.create({ model, messages, n: 2 }),
  ),
  'openai: chat with temperature 1.5': refused(400, 'temperature', (s) =>
    client(s).chat.completions.create({ model, messages, temperature: 1.5 }),
  ),
  'openai: chat with a custom tool': refused(400, 'custom', (s) =>
    client(s).chat.completions.create({
      model,
      messages,
      tools: [{ type: 'custom', custom: { name: 'a' } }],
    }),
  ),
  'openai: embeddings of tokens': refused(400, 'input', (s) =>
    client(s).embeddings.create({ model: 'alcove-embed', input: [1, 2, 3] }),
  ),
  'openai: responses in the background': refused(400, 'background', (s) =>
    client(s).responses.create({ model, input: 'x', background: true }),
  ),
  'openai: responses with web search': refused(400, 'web_search', (s) =>
    client(s).responses.create({ model, input: 'x', tools: [{ type: 'web_search' }] }),
  ),
  'openai: moderations': refused(404, 'response_format', (s) =>
    client(s).moderations.create({ input: 'x' }),
  ),
  'openai: images': refused(404, 'draw', (s) => client(s).images.generate({ prompt: 'x' })),
  'openai: conversations': refused(404, 'previous_response_id', (s) =>
    client(s).conversations.create({}),
  ),
  'openai: fine-tuning': refused(404, 'train', (s) => client(s).fineTuning.jobs.list()),
  'AI SDK openai(): image': refused(404, 'draw', (s) =>
    generateImage({ model: sdk(s).image('dall-e-3'), prompt: 'x', maxRetries: 0 }),
  ),
  'Hugging Face: featureExtraction': refused(404, 'add the path of an endpoint', (s) =>
    new InferenceClient(s.key, { endpointUrl: baseURL }).featureExtraction({ inputs: 'x' }),
  ),
  'Hugging Face: automaticSpeechRecognition': refused(404, 'add the path of an endpoint', (s) =>
    new InferenceClient(s.key, { endpointUrl: baseURL }).automaticSpeechRecognition({
      data: s.tone(),
    }),
  ),
  'TanStack AI: image': refused(404, 'draw', (s) =>
    tanstackImage({
      adapter: createOpenaiImage('gpt-image-1', s.key, tanstackConfig),
      prompt: 'x',
    }),
  ),
};

const tanstackConfig = { baseURL, dangerouslyAllowBrowser: true, maxRetries: 0 };

interface ClientError extends Error {
  status?: number;
  statusCode?: number;
  /** Hugging Face. */
  httpResponse?: { status: number; body: unknown };
}

/** @returns the status of the refusal; throws when the call succeeds or fails in another way. */
export async function tryRefused(name: string, setting: Setting): Promise<string> {
  const { status, says, call } = REFUSED[name] as Refused;
  const error = await call(setting).then(
    () => null,
    (reason: ClientError) => reason,
  );
  if (!error) throw new Error(`It was answered, not refused with ${status}.`);
  const { httpResponse } = error;
  const found = error.status ?? error.statusCode ?? httpResponse?.status ?? status;
  const message = `${error.message} ${JSON.stringify(httpResponse?.body ?? '')}`;
  if (found !== status || !message.includes(says)) {
    throw new Error(`${found} instead of ${status} with "${says}": ${message}`);
  }
  return `${status}`;
}
