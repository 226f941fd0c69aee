import type { Call } from '#api/call/call.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import type { IdleTimer } from '#api/http/idle-timer.ts';
import type { Admission } from '#api/tasks/admit.ts';
import { usageFields } from '#api/tasks/usage-fields.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { chunkHead } from './chat.ts';

/** A part of a transcript, with more fields for its event. */
export interface TranscriptPart {
  text: string;
  fields?: object;
}

/** What a transcript's producer can do besides yielding text. */
export interface TranscriptStream {
  idle: IdleTimer;
  /** Sends an event without text. */
  report: (fields: object) => void;
}

/** Writes the hybrid events of the contract (§3.8) while text comes. */
export function streamTranscript(
  call: Call,
  card: ModelCard,
  admission: Admission,
  includeUsage: boolean,
  produce: (stream: TranscriptStream) => AsyncIterable<TranscriptPart>,
): Response {
  const head = { ...chunkHead(call, card, call.api.uuid()), object: 'chat.completion.chunk' };
  const { turn } = admission;
  return answerStream(call, admission, async (stream, idle) => {
    const write = (choices: object[], rest: object) => {
      const usage = includeUsage ? { usage: null } : {};
      stream.send(JSON.stringify({ ...head, choices, ...rest, ...usage }));
    };
    const send = (delta: object, reason: 'stop' | null, rest: object) =>
      write([{ index: 0, delta, logprobs: null, finish_reason: reason }], rest);
    const report = (fields: object) => {
      idle.progress();
      write([], fields);
    };
    const type = 'transcript.text.delta';
    send({ role: 'assistant', content: '' }, null, { type, delta: '' });
    let whole = '';
    for await (const { text: piece, fields } of produce({ idle, report })) {
      idle.progress();
      const text = whole === '' ? piece.trimStart() : piece;
      if (text === '' && !fields) continue;
      whole += text;
      send(text === '' ? {} : { content: text }, null, { type, delta: text, ...fields });
    }
    send({}, 'stop', { type: 'transcript.text.done', text: whole });
    if (includeUsage) {
      const usage = usageFields(turn.counts, turn.timings, call.usage.loadSeconds);
      stream.send(JSON.stringify({ ...head, choices: [], usage }));
    }
  });
}

export function plainText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
