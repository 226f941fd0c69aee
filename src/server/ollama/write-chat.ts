import { isRecord } from '#base/guards.ts';
import { readEvents } from '#base/read-events.ts';
import { ApiError } from '#contract/api-error.ts';
import { type Ask, count, findModel, type Json, records, text, whole } from './read-service.ts';

/** Options of how llama.cpp loads a model: here each has its own context and its files' precision. */
const OF_LOADING =
  /^(?:num_(?:ctx|batch|gpu|thread|keep)|main_gpu|low_vram|vocab_only|use_mmap|use_mlock|f16_kv|numa|penalize_newline)$/;
const RENAMED: Readonly<Record<string, string>> = { num_predict: 'max_tokens' };

/** Ollama's options as fields of `/v1`; -2 fills the context, as no limit does. */
function optionsOf({ options }: Json): Json {
  const found = isRecord(options) ? Object.entries(options) : [];
  return Object.fromEntries(
    found
      .filter(([name, value]) => !OF_LOADING.test(name) && value !== null)
      .filter(([name, value]) => name !== 'num_predict' || value !== -2)
      .map(([name, value]) => [RENAMED[name] ?? name, value]),
  );
}

const FIRST_BYTES: Readonly<Record<string, string>> = {
  '/9j/': 'jpeg',
  iVBO: 'png',
  R0lG: 'gif',
  UklG: 'webp',
};

function withImages(content: unknown, images: unknown): unknown {
  if (!Array.isArray(images) || images.length === 0) return content;
  const parts = images.map((image) => {
    const type = FIRST_BYTES[text(image).slice(0, 4)] ?? 'png';
    return { type: 'image_url', image_url: { url: `data:image/${type};base64,${text(image)}` } };
  });
  return [{ type: 'text', text: text(content) }, ...parts];
}

/** Messages of Ollama's kind. Its calls of tools have no ids: an answer belongs to the first open call, of its name. */
function toMessages(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  let calls = 0;
  const open: { id: string; name: string }[] = [];
  return given.map((message: unknown) => {
    if (!isRecord(message)) return message;
    const { role, content = '', images, tool_calls: called, tool_name: named } = message;
    if (role === 'tool') {
      const name = text(named ?? message['name']);
      const at = open.findIndex((call) => name === '' || call.name === name);
      const [call] = at >= 0 ? open.splice(at, 1) : [];
      return { role, content, tool_call_id: text(message['tool_call_id']) || (call?.id ?? '') };
    }
    const tools = records(called).map((call) => {
      const { name, arguments: given = {} } = isRecord(call['function']) ? call['function'] : {};
      const id = text(call['id']) || `call_${calls++}`;
      open.push({ id, name: text(name) });
      const written = typeof given === 'string' ? given : JSON.stringify(given);
      return { id, type: 'function', function: { name, arguments: written } };
    });
    return {
      role,
      content: withImages(content, images),
      ...(tools.length > 0 && { tool_calls: tools }),
    };
  });
}

/** What both APIs name alike, where the request has it. */
function shared(body: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.filter((n) => body[n] != null).map((n) => [n, body[n]]));
}

/** How the lines of `/api/chat` and `/api/generate` hold what a model writes. */
type Shape = (words: string, thinking: string, calls: readonly Json[]) => Json;

const asMessage: Shape = (content, thinking, calls) => ({
  message: {
    role: 'assistant',
    content,
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  },
});
const asResponse: Shape = (response, thinking) => ({
  response,
  ...(thinking !== '' && { thinking }),
});

export async function answerChat(body: Json, ask: Ask): Promise<Response> {
  const model = await findModel(body, ask);
  const fields = shared(body, ['tools', 'format', 'think', 'logprobs', 'top_logprobs']);
  const messages = toMessages(body['messages']);
  const isEmpty = Array.isArray(messages) ? messages.length === 0 : messages == null;
  return write(body, model, { ...fields, messages }, isEmpty, asMessage, ask);
}

export async function answerGenerate(body: Json, ask: Ask): Promise<Response> {
  const model = await findModel(body, ask);
  for (const name of ['suffix', 'template', 'context']) {
    const value = body[name];
    const isSet = Array.isArray(value) ? value.length > 0 : value != null && value !== '';
    if (isSet) throw new ApiError(400, 'unsupported_parameter', `'${name}' is not supported.`);
  }
  if (body['raw'] === true) {
    const message = "'raw' is not supported: prompts are written with the model's own template.";
    throw new ApiError(400, 'unsupported_parameter', message);
  }
  const content = withImages(text(body['prompt']), body['images']);
  const system = text(body['system']);
  const messages = [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content },
  ];
  const fields = shared(body, ['format', 'think', 'logprobs', 'top_logprobs']);
  const isEmpty = text(body['prompt']) === '';
  return write(body, model, { ...fields, messages }, isEmpty, asResponse, ask);
}

async function write(
  body: Json,
  model: Json,
  fields: Json,
  isEmpty: boolean,
  shape: Shape,
  ask: Ask,
): Promise<Response> {
  const line = (part: Part) => ({
    model: text(body['model']),
    created_at: new Date().toISOString(),
    ...shape(part.words, part.thinking, part.calls),
    done: part.end !== null,
    ...part.end,
  });
  // Without a prompt a program asks that the model be loaded, which Alcove does by need, or unloaded.
  if (isEmpty) {
    if (/^0+[a-z]*$/.test(String(body['keep_alive']))) {
      const message =
        'A model is unloaded in the app, under Models, or when another one needs its place.';
      throw new ApiError(400, 'unsupported_parameter', message);
    }
    return Response.json(line({ ...NOTHING, end: { done_reason: 'load' } }));
  }
  const began = performance.now();
  const answer = await ask('chat/completions', {
    ...optionsOf(body),
    ...fields,
    model: model['id'],
    stream: true,
    stream_options: { include_usage: true },
  });
  if (!answer.ok) await whole(answer);
  if (!answer.body) throw unreadable();
  const parts = readParts(answer.body, began);
  const headers = new Headers(answer.headers);
  if (body['stream'] !== false) {
    headers.set('content-type', 'application/x-ndjson');
    return new Response(asLines(parts, line), { headers });
  }
  headers.set('content-type', 'application/json');
  const all = { ...NOTHING, calls: [] as Json[] };
  for await (const { words, thinking, calls, end } of parts) {
    all.words += words;
    all.thinking += thinking;
    all.calls.push(...calls);
    all.end = end;
  }
  return Response.json(line(all), { headers });
}

/** What a model wrote since the last part; `end` has the reason, counts and times, of the last one. */
interface Part {
  words: string;
  thinking: string;
  calls: readonly Json[];
  end: Json | null;
}
const NOTHING: Part = { words: '', thinking: '', calls: [], end: null };

const nanoseconds = (ms: number): number => Math.max(0, Math.round(ms * 1e6));

const unreadable = (message = 'The answer cannot be read.') =>
  new ApiError(500, 'engine_unavailable', message);

/** What the events of a streamed chat say about its end. Calls of tools are whole, as Ollama sends them. */
class ChatEnd {
  readonly #began: number;
  readonly #calls: { name: string; written: string }[] = [];
  #reason = '';
  #firstAt = 0;
  #usage: Json = {};

  constructor(began: number) {
    this.#began = began;
  }

  /** Reads an event. @returns its text and calls */
  take({ usage, choices }: Json): Part {
    this.#firstAt ||= performance.now();
    if (isRecord(usage)) this.#usage = usage;
    const [choice = {}] = records(choices);
    this.#reason = text(choice['finish_reason']) || this.#reason;
    const delta = isRecord(choice['delta']) ? choice['delta'] : {};
    for (const call of records(delta['tool_calls'])) this.#addCall(call);
    return {
      ...NOTHING,
      words: text(delta['content']),
      thinking: text(delta['reasoning_content']),
    };
  }

  #addCall({ index, function: given }: Json): void {
    if (!isRecord(given)) return;
    const at = count(index);
    const { name, written } = this.#calls[at] ?? { name: '', written: '' };
    this.#calls[at] = {
      name: name + text(given['name']),
      written: written + text(given['arguments']),
    };
  }

  get calls(): Json[] {
    return this.#calls.map(({ name, written }) => ({
      function: { name, arguments: parseArguments(written) },
    }));
  }

  /** Times are in nanoseconds. */
  toJson(): Json {
    const now = performance.now();
    const firstAt = this.#firstAt || now;
    return {
      done_reason: this.#reason === 'length' ? 'length' : 'stop',
      total_duration: nanoseconds(now - this.#began),
      load_duration: 0,
      prompt_eval_count: count(this.#usage['prompt_tokens']),
      prompt_eval_duration: nanoseconds(firstAt - this.#began),
      eval_count: count(this.#usage['completion_tokens']),
      eval_duration: nanoseconds(now - firstAt),
    };
  }
}

/** Arguments that the limit of tokens cut are empty. */
function parseArguments(written: string): Json {
  try {
    const value: unknown = JSON.parse(written);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** @throws ApiError the error that ends the stream. */
async function* readParts(body: AsyncIterable<Uint8Array>, began: number): AsyncGenerator<Part> {
  const end = new ChatEnd(began);
  for await (const data of readEvents(body, unreadable)) {
    const event: unknown = data === '[DONE]' ? null : JSON.parse(data);
    if (!isRecord(event)) continue;
    if (isRecord(event['error'])) throw unreadable(text(event['error']['message']));
    const part = end.take(event);
    if (part.words !== '' || part.thinking !== '') yield part;
  }
  const { calls } = end;
  if (calls.length > 0) yield { ...NOTHING, calls };
  yield { ...NOTHING, end: end.toJson() };
}

/** One JSON object a line; a failure is the last line. */
function asLines(
  parts: AsyncGenerator<Part>,
  line: (part: Part) => Json,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const write = (value: Json) =>
        controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else write(line(value));
      } catch (error) {
        write({ error: error instanceof ApiError ? error.message : 'The answer broke off.' });
        controller.close();
      }
    },
    cancel: () => parts.return(undefined).then(() => {}),
  });
}
