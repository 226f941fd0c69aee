import { answerStream } from '#api/http/answer-stream.ts';
import type { Call } from '#api/http/call.ts';
import type { Admission } from '#api/tasks/admit.ts';
import { noteUsage, type TokenCounts, usageFields } from '#api/tasks/usage-fields.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { chunkHead } from './chat.ts';

/** Writes the hybrid events of the contract (§3.8) while text comes. */
export function streamTranscript(
  call: Call,
  card: ModelCard,
  admission: Admission,
  controller: AbortController,
  includeUsage: boolean,
  produce: (counts: TokenCounts) => AsyncIterable<string>,
): Response {
  const head = { ...chunkHead(call, card, call.api.uuid()), object: 'chat.completion.chunk' };
  const { turn } = admission;
  return answerStream(call, admission, controller, async (stream, progress) => {
    const counts = noTokens();
    const send = (delta: object, reason: 'stop' | null, rest: object) => {
      const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
      const usage = includeUsage ? { usage: null } : {};
      stream.send(JSON.stringify({ ...head, choices, ...rest, ...usage }));
    };
    const type = 'transcript.text.delta';
    send({ role: 'assistant', content: '' }, null, { type, delta: '' });
    let whole = '';
    for await (const piece of produce(counts)) {
      progress();
      const text = whole === '' ? piece.trimStart() : piece;
      if (text === '') continue;
      whole += text;
      send({ content: text }, null, { type, delta: text });
    }
    noteUsage(call.usage, counts, turn.timings);
    send({}, 'stop', { type: 'transcript.text.done', text: whole });
    if (includeUsage) {
      const usage = usageFields(counts, turn.timings);
      stream.send(JSON.stringify({ ...head, choices: [], usage }));
    }
  });
}

export function plainText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

export function noTokens(): TokenCounts {
  return { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
}
