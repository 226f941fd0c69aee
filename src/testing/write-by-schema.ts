import { shapeTokens } from '#engine/shape-tokens.ts';
import type { FinishReason } from '#engine/tasks.ts';
import { answerGrammar } from '#grammar/answer-grammar.ts';
import { BYTE_END, byteVocabulary, TokenGrammar } from '#grammar/token-grammar.ts';
import { TAGGED } from '#grammar/tool-format.ts';
import { KvCache } from '#runtimes/transformers/cache/kv-cache.ts';
import { GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import { Sequence } from '#runtimes/transformers/chat/sequence.ts';
import { createTensors } from './counted-tensors.ts';
import { startStopwatch } from './test-run.ts';

const VOCABULARY = byteVocabulary();
const grammars = TokenGrammar.create(VOCABULARY);
const bytesOf = (token: number) => VOCABULARY.bytes[token] ?? new Uint8Array();

export interface Written {
  text: string;
  reason: FinishReason | undefined;
  /** Without the compilation of the schema. */
  ms: number;
}

export interface WrittenCase {
  properties: object;
  /** Schemas that the properties refer to. */
  $defs?: object;
  /** What the model writes. */
  start: string;
  /** What it writes from then on, again and again, wherever the grammar allows it. */
  cycle: string;
  prompt?: string;
  maxTokens?: number;
  isJson?: boolean;
  /** Whether the properties are the arguments of a call that the request demands. */
  isCall?: boolean;
  /** Whether text that the grammar forces is written without the model. */
  isForced?: boolean;
}

/** The answer by a schema of a model that writes a text and then repeats itself, a byte to a token. */
export async function writeBySchema({
  properties,
  $defs = {},
  start,
  cycle,
  prompt = 'Go.',
  maxTokens = 600,
  isJson = true,
  isCall = false,
  isForced = false,
}: WrittenCase): Promise<Written> {
  const layer = createTensors().allocate([1, 1, 0, 1]);
  const cache = new KvCache({ 'past_key_values.0.key': layer }, 'left');
  const schema = {
    $defs,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  const tools = [{ name: 'f', description: '', parameters: schema }];
  const rules = answerGrammar({
    schema: isCall ? null : schema,
    tools: isCall ? tools : [],
    choice: isCall ? 'required' : 'none',
    format: TAGGED,
  });
  const sequence = new Sequence(
    {
      prompt: VOCABULARY.encode(prompt),
      row: cache.row(0, 0),
      sampling: GREEDY,
      topLogprobs: isForced ? null : 0,
      grammar: await (await grammars).start(rules ?? ''),
      isJson,
      maxTokens,
      signal: new AbortController().signal,
    },
    { ends: new Set([BYTE_END]), bytesOf },
  );
  const took = startStopwatch();
  while (!sequence.isOver) {
    const at = maxTokens - sequence.left;
    const logits = new Float32Array(VOCABULARY.size);
    // Where it may not repeat itself it ends what it can.
    for (const [rank, next] of ['}', ']', '"'].entries()) logits[tokenOf(next)] = 9 - rank;
    logits[BYTE_END] = 9;
    logits[tokenOf(start[at] ?? cycle[(at - start.length) % cycle.length] ?? '')] = 20;
    await sequence.choose(logits);
  }
  const ms = took();
  let text = '';
  let reason: FinishReason | undefined;
  for await (const event of shapeTokens(sequence.tokens(), { stop: [], maxTokens })) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end') reason = event.reason;
  }
  sequence.close();
  return { text, reason, ms };
}

const tokenOf = (character: string) => character.charCodeAt(0) + 1;

/** Whether a text is whole JSON. */
export function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
