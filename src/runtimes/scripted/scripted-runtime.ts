import { SAMPLE_RATE } from '#base/audio.ts';
import { yieldThread } from '#base/pause.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Backend, Runtime } from '#engine/runtime.ts';
import { newCallId, type RawToken, shapeTokens } from '#engine/shape-tokens.ts';
import type {
  ChatTask,
  EmbedTask,
  RawPrompt,
  RerankTask,
  SpeechSegment,
  SpeechTask,
  Task,
  TaskEvent,
} from '#engine/tasks.ts';
import { AnswerMarksReader } from '#grammar/read-answer.ts';
import { createPace } from './create-pace.ts';
import { readScript, type Script } from './script.ts';
import { readPicture, speak, takeTurns } from './sound.ts';

const EMBEDDING_SIZE = 8;
/** As models that think before they answer mark it. */
const THINKING = { open: '<think>', close: '</think>' };

/** A runtime without weights: it emits the request's script, or echoes. For testing clients. */
export function createScriptedRuntime(): Runtime {
  return {
    load: () => Promise.resolve<Backend>({ device: 'script', threads: 1 }),
    countTokens: (task) => Promise.resolve(countTokens(task)),
    run,
    close: () => Promise.resolve(),
  };
}

function countTokens(task: Task): number[] {
  switch (task.kind) {
    case 'rerank':
      return task.documents.map((text) => splitTokens(`${task.query} ${text}`).length);
    case 'embed':
      return task.texts.map((text) => splitTokens(text).length);
    case 'speech':
    case 'voices':
    case 'turns':
    case 'ocr':
      return [0];
    case 'voice':
      return [task.text.length];
    case 'chat':
      if (task.raw) return [splitTokens(rawText(task.raw)).length];
      return [task.turns.reduce((sum, turn) => sum + splitTokens(turn.text).length + 3, 0)];
  }
}

async function* run(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
  const promptTokens = countTokens(task).reduce((a, b) => a + b, 0);
  yield { type: 'start', promptTokens, cachedTokens: 0 };
  switch (task.kind) {
    case 'embed':
      yield* embed(task);
      return;
    case 'rerank':
      yield* rerank(task);
      return;
    case 'speech':
      yield* transcribe(task, signal);
      return;
    case 'voice':
      yield* speak(task);
      return;
    case 'voices':
    case 'turns':
      yield* takeTurns(task);
      return;
    case 'ocr':
      yield* readPicture(task);
      return;
    case 'chat':
      if (task.showsPrompt) yield { type: 'prompt', text: promptOf(task), tokens: [] };
      yield* chat(task, Math.min(task.maxTokens, task.contextTokens - promptTokens), signal);
      return;
  }
}

/** There is no template: the turns as they came. */
const promptOf = ({ turns }: ChatTask) =>
  turns.map(({ role, text }) => `${role}: ${text}`).join('\n');

async function* chat(
  task: ChatTask,
  maxTokens: number,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const last = askedText(task);
  if (task.raw?.echo) yield echoed(last, task.topLogprobs !== null);
  const answered = task.turns.at(-1);
  const script = readScript(last) ?? (await unscripted(task, last));
  // After the result of a scripted call, the answer is the script's text, or the result itself.
  if (answered?.role === 'tool') {
    if (script.tokens.length === 0) script.tokens = [new TextEncoder().encode(answered.text)];
    script.toolCalls = [];
  }
  const logprobs = task.topLogprobs !== null;
  const reader = new AnswerMarksReader({ tools: null, thinking: THINKING });
  const shape = { stop: task.stop, maxTokens, reader };
  for await (const event of shapeTokens(emit(script, signal, logprobs), shape)) {
    const over = event.type === 'end' && event.reason === 'stop' && script.toolCalls.length > 0;
    if (!over) {
      yield event;
      continue;
    }
    let tokens = 0;
    for (const [index, call] of script.toolCalls.entries()) {
      yield {
        type: 'tool-call',
        index,
        id: newCallId(),
        name: call.name,
      };
      for (const text of call.argumentsText.match(/.{1,8}/gsu) ?? []) {
        tokens++;
        yield { type: 'tool-arguments', index, text, tokens: 1 };
      }
    }
    yield { ...event, reason: 'tool_calls', completionTokens: event.completionTokens + tokens };
  }
}

/** What an unscripted request gets: a forced tool call, JSON where requested, else an echo. */
async function unscripted(task: ChatTask, text: string): Promise<Script> {
  const base: Script = { tokens: [], toolCalls: [], delayMs: 0, failAfter: null };
  const { toolChoice, tools, format } = task;
  if (toolChoice === 'required' || typeof toolChoice === 'object') {
    const wanted = typeof toolChoice === 'object' ? toolChoice.name : tools[0]?.name;
    const tool = tools.find((t) => t.name === wanted);
    if (!tool) {
      const message = 'The chosen tool is not among the tools.';
      throw new EngineError('not-supported', message, undefined, 'tool_choice');
    }
    const argumentsText = await fill(tool.parameters, 'tools');
    return { ...base, toolCalls: [{ name: tool.name, argumentsText }] };
  }
  let answer = text;
  if (format.kind === 'json') answer = JSON.stringify({ echo: text });
  if (format.kind === 'schema') answer = await fill(format.schema, 'response_format');
  if (format.kind === 'plain') answer = JSON.parse(await fill(format.schema, 'response_format'));
  const encoder = new TextEncoder();
  return { ...base, tokens: splitTokens(answer).map((t) => encoder.encode(t)) };
}

function askedText({ raw, turns }: ChatTask): string {
  return raw ? rawText(raw) : (turns.findLast((turn) => turn.role === 'user')?.text ?? '');
}

/** Token ids of a scripted model are code points. */
function rawText({ prompt, suffix }: RawPrompt): string {
  const text = typeof prompt === 'string' ? prompt : String.fromCodePoint(...prompt);
  return suffix === null ? text : `${text} ${suffix}`;
}

function echoed(text: string, withTokens: boolean): TaskEvent {
  const encoder = new TextEncoder();
  const tokens = splitTokens(text).map((token, i) => {
    const entry = certain(encoder.encode(token));
    return i === 0 ? { ...entry, logprob: null, top: [] } : entry;
  });
  return { type: 'prompt', text, tokens: withTokens ? tokens : [] };
}

/** The grammar library is loaded only for those who ask for JSON. */
async function fill(schema: Record<string, unknown>, param: string): Promise<string> {
  const { fillSchema } = await import('./fill-schema.ts');
  try {
    return await fillSchema(schema);
  } catch (error) {
    throw new EngineError('invalid-schema', 'No short JSON text satisfies it.', error, param);
  }
}

async function* emit(
  { tokens, delayMs, failAfter }: Script,
  signal: AbortSignal,
  logprobs: boolean,
): AsyncGenerator<RawToken> {
  const pace = createPace(delayMs);
  for (const [index, bytes] of tokens.entries()) {
    if (index === failAfter) throw failure();
    await pace(signal);
    // Yields to the event loop now and then, or an abort could never arrive.
    if (index % 256 === 255) await yieldThread();
    if (signal.aborted) throw aborted();
    yield logprobs ? { bytes, logprob: certain(bytes) } : { bytes };
  }
  if (failAfter !== null && failAfter >= tokens.length) throw failure();
}

function certain(bytes: Uint8Array) {
  const token = new TextDecoder().decode(bytes);
  const entry = { token, logprob: 0, bytes: [...bytes] };
  return { ...entry, top: [entry] };
}

async function* embed(task: EmbedTask): AsyncGenerator<TaskEvent> {
  const data = new Float32Array(task.texts.length * EMBEDDING_SIZE);
  for (const [row, text] of task.texts.entries()) {
    const vector = data.subarray(row * EMBEDDING_SIZE, (row + 1) * EMBEDDING_SIZE);
    for (const character of text) {
      const at = (character.codePointAt(0) ?? 0) % EMBEDDING_SIZE;
      vector[at] = (vector[at] ?? 0) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    for (const [i, value] of vector.entries()) vector[i] = value / length;
  }
  yield { type: 'vectors', data, size: EMBEDDING_SIZE, texts: task.texts.length };
  yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}

/** A document's logit is the number of words that it shares with the query, less one. */
async function* rerank({ query, documents }: RerankTask): AsyncGenerator<TaskEvent> {
  const asked = new Set(query.toLowerCase().split(/\s+/));
  const shared = (text: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => asked.has(word)).length;
  const data = Float32Array.from(documents, (text) => shared(text) - 1);
  yield { type: 'vectors', data, size: 1, texts: documents.length };
  yield { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}

async function* transcribe(task: SpeechTask, signal: AbortSignal): AsyncGenerator<TaskEvent> {
  let count = 0;
  const transcribedSeconds = task.samples.length / SAMPLE_RATE;
  for await (const segment of writeSegments(transcribedSeconds, task, signal)) {
    count++;
    yield { type: 'segment', segment, tokens: 1 };
  }
  yield { type: 'window', language: task.language, leftOut: null, transcribedSeconds };
  yield { type: 'end', reason: 'stop', completionTokens: count, reasoningTokens: 0 };
}

async function* writeSegments(
  seconds: number,
  task: SpeechTask,
  signal: AbortSignal,
): AsyncGenerator<SpeechSegment> {
  const encoder = new TextEncoder();
  const script = readScript(task.prompt) ?? {
    tokens: splitTokens(`${seconds.toFixed(1)} seconds of audio`).map((t) => encoder.encode(t)),
    toolCalls: [],
    delayMs: 0,
    failAfter: null,
  };
  const decoder = new TextDecoder();
  let count = 0;
  for await (const { bytes } of emit(script, signal, false)) {
    const start = (seconds * count) / script.tokens.length;
    count++;
    const end = (seconds * count) / script.tokens.length;
    const text = decoder.decode(bytes, { stream: true });
    yield { text, start, end };
  }
}

const aborted = () => new EngineError('aborted', 'The request was aborted.');
const failure = () => new EngineError('runtime-failed', 'The script says to fail here.');

/** Splits as the scripted models count: a word with the space before it is one token. */
function splitTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
