import { expect, test } from 'vitest';
import { chatCompletionChunk } from '#contract/answers/chat-answer.ts';
import { ChunkWriter } from './chat-chunks.ts';

const HEAD = { id: 'chatcmpl-1', created: 1, model: 'm', system_fingerprint: 'f' };

test('writes how much of a prompt has been read before the answer opens', () => {
  const chunks: unknown[] = [];
  const writer = new ChunkWriter(HEAD, false, (json) => chunks.push(JSON.parse(json)));
  writer.reading(640, 4000);
  writer.event({ type: 'text', text: 'Hi', tokens: 1 });
  expect(chunks[0]).toMatchObject({
    choices: [],
    prompt_progress: { processed: 640, total: 4000 },
  });
  expect(chunks[1]).toMatchObject({ choices: [{ delta: { role: 'assistant' } }] });
  for (const chunk of chunks) expect(chatCompletionChunk.safeParse(chunk).error).toBeUndefined();
});
