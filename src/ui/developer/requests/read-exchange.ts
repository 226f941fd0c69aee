import type { Exchange } from '#storage/service-records.ts';
import { readAnswer } from '#ui/developer/playground/read-answer.ts';

/** An event of a streamed answer. */
export interface StreamEvent {
  /** Milliseconds after the request; null where it is not known. */
  at: number | null;
  type: string;
  data: string;
}

export const isStream = ({ response }: Exchange): boolean =>
  response?.type.startsWith('text/event-stream') ?? false;

/** The answer as a person reads it. */
export const answerOf = (exchange: Exchange): string =>
  readAnswer(exchange.response?.text ?? '', isStream(exchange));

/** The events of a streamed answer with their times; the last one may be cut. */
export function readStreamEvents(exchange: Exchange): StreamEvent[] {
  if (!isStream(exchange)) return [];
  const blocks = (exchange.response?.text ?? '').split('\n\n').filter((block) => block !== '');
  return blocks.map((block, i) => {
    const type = /^event: (.*)$/m.exec(block)?.[1] ?? '';
    return { at: exchange.times[i] ?? null, type, data: /^data: (.*)$/m.exec(block)?.[1] ?? block };
  });
}

/** A token of an answer with its natural log probability, and the alternatives that were reported, without itself. */
export interface ReadToken {
  text: string;
  logprob: number;
  others: readonly { text: string; logprob: number }[];
}

export interface ReadCall {
  name: string;
  argumentsText: string;
}

interface Logprobs {
  content?: {
    token: string;
    logprob: number;
    top_logprobs?: { token: string; logprob: number }[];
  }[];
  tokens?: string[];
  token_logprobs?: (number | null)[];
  top_logprobs?: (Record<string, number> | null)[];
}

interface Call {
  index?: number;
  function?: { name?: string; arguments?: string };
}

/** The fields of answers and chunks that are read here; none of them is certain to be there. */
interface Answer {
  choices?: {
    logprobs?: Logprobs | null;
    message?: { tool_calls?: Call[] };
    delta?: { tool_calls?: Call[] };
  }[];
  output?: { type?: string; name?: string; arguments?: string }[];
  content?: { type?: string; name?: string; input?: unknown }[];
}

/** Everything that an answer is made of, as JSON: the whole, or each event. */
function answersOf(exchange: Exchange): Answer[] {
  const texts = isStream(exchange)
    ? readStreamEvents(exchange).map(({ data }) => data)
    : [exchange.response?.text ?? ''];
  return texts.flatMap((text) => {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? [value as Answer] : [];
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const listOf = <T>(value: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(value) ? value : [];

/** The tokens of the answer, where the request asked for their log probabilities. */
export function readTokens(exchange: Exchange): ReadToken[] {
  return answersOf(exchange).flatMap((answer) =>
    listOf(answer.choices)
      .slice(0, 1)
      .flatMap(({ logprobs }) => (logprobs ? tokensOf(logprobs) : [])),
  );
}

function tokensOf({ content, tokens, token_logprobs: values, top_logprobs: top }: Logprobs) {
  const ofChat = listOf(content).map(({ token, logprob, top_logprobs: others }) => ({
    text: String(token),
    logprob: Number(logprob),
    others: listOf(others).map((other) => ({ text: other.token, logprob: other.logprob })),
  }));
  const ofText = listOf(tokens).map((text, i) => ({
    text,
    logprob: values?.[i] ?? 0,
    others: Object.entries(top?.[i] ?? {}).map(([other, logprob]) => ({ text: other, logprob })),
  }));
  return [...ofChat, ...ofText]
    .filter(({ logprob }) => Number.isFinite(logprob))
    .map((token) => ({ ...token, others: token.others.filter(({ text }) => text !== token.text) }));
}

/** The tools that an answer calls, in order. */
export function readCalls(exchange: Exchange): ReadCall[] {
  const calls = new Map<string, ReadCall>();
  for (const [i, answer] of answersOf(exchange).entries()) {
    for (const [key, name, argumentsText] of callsOf(answer, `${i}`)) {
      const known = calls.get(key);
      if (!known) calls.set(key, { name, argumentsText });
      else {
        known.name ||= name;
        known.argumentsText += argumentsText;
      }
    }
  }
  return [...calls.values()];
}

type NamedCall = readonly [key: string, name: string, argumentsText: string];

/** The calls, or parts of them, in one answer or event; parts of one call have the same key. */
function callsOf({ choices, output, content }: Answer, event: string): NamedCall[] {
  const ofChat = listOf(choices)
    .slice(0, 1)
    .flatMap(({ message, delta }) => listOf(message?.tool_calls ?? delta?.tool_calls))
    .map(({ index, function: called }, i): NamedCall => {
      return [`${index ?? i}`, called?.name ?? '', called?.arguments ?? ''];
    });
  const others = [
    ...listOf(output).map((item) => ({ ...item, text: item.arguments ?? '' })),
    ...listOf(content).map((item) => ({ ...item, text: JSON.stringify(item.input ?? {}) })),
  ].flatMap(({ type, name = '', text }, i): NamedCall[] =>
    type === 'function_call' || type === 'tool_use' ? [[`${event} ${i}`, name, text]] : [],
  );
  return [...ofChat, ...others];
}

/** The message of an error; null where the answer is none. */
export function readError({ response }: Exchange): string | null {
  const value = parseJson(response?.text ?? '') as { error?: { message?: unknown } } | null;
  const message = value?.error?.message;
  return typeof message === 'string' ? message : null;
}

/** JSON with indents; other texts as they are. */
export function prettyText(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
