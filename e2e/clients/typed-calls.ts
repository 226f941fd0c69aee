// Type-checked only: seven calls of a client generated from /openapi.json, without a cast.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.d.ts';

const client = createClient<paths, 'application/json'>({ baseUrl: '/v1' });

export async function callEverything(file: Blob): Promise<string[]> {
  const said: string[] = [];
  const chat = await client.POST('/chat/completions', {
    body: {
      model: 'alcove-guide',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    },
  });
  const choice = chat.data?.choices[0];
  said.push(choice?.message.content ?? '', choice?.message.tool_calls?.[0]?.function.name ?? '');
  const reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | undefined =
    choice?.finish_reason;
  said.push(`${reason} ${chat.data?.usage.total_tokens.toFixed(0)} ${chat.error?.error.code}`);

  const vectors = await client.POST('/embeddings', { body: { model: 'm', input: ['a', 'b'] } });
  const vector = vectors.data?.data[0]?.embedding;
  said.push(typeof vector === 'string' ? vector : (vector?.[0]?.toFixed(3) ?? ''));

  const models = await client.GET('/models');
  const first: components['schemas']['Model'] | undefined = models.data?.data[0];
  said.push(first?.id ?? '', first?.pricing.prompt ?? '');

  const model = await client.GET('/models/{id}', { params: { path: { id: 'a/b' } } });
  said.push(model.data?.sn_metadata.task ?? '', String(model.data?.context_length.toFixed(0)));

  const form = { model: 'm', file, response_format: 'json' } as const;
  const transcript = await client.POST('/audio/transcriptions', { body: form });
  said.push(transcript.data?.text ?? '');

  const translation = await client.POST('/audio/translations', { body: form });
  if (translation.data && 'segments' in translation.data) {
    said.push(translation.data.segments[0]?.text ?? '');
  }

  const reasoning = await client.POST('/audio/reasoning', {
    body: { model: 'm', messages: [{ role: 'user', content: 'What is said?' }] },
  });
  said.push(reasoning.data?.choices[0]?.message.content ?? '');
  return said;
}
