import type {
  BrowserAnswer,
  BrowserAvailability,
  BrowserCallMessage,
  BrowserPrompt,
} from '#transport/browser-model.ts';
import {
  findBrowserModel,
  type LanguageModelSession,
  type LanguageModelStatic,
} from './language-model.ts';

type Answer = (message: BrowserAnswer) => void;

/** Text in, text out: what availability is asked for, and every session is made for. */
const EXPECTED = {
  expectedInputs: [{ type: 'text' }],
  expectedOutputs: [{ type: 'text' }],
} as const;

/** A session that counts tokens; it also holds the model in memory. */
let idle: Promise<LanguageModelSession> | null = null;

/** Answers a call of the host worker with the language model of this browser. */
export function browserModelForHost({ call, port }: BrowserCallMessage): void {
  const stop = new AbortController();
  port.onmessage = () => stop.abort();
  const answer: Answer = (message) => port.postMessage(message);
  answerCall(call, answer, stop.signal)
    .catch((error: unknown) => answer(toError(error)))
    .finally(() => port.close());
}

async function answerCall(
  call: BrowserCallMessage['call'],
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  switch (call.type) {
    case 'availability':
      return answer({ type: 'availability', availability: await readAvailability() });
    case 'load':
      await openIdle();
      return answer({ type: 'ready' });
    case 'count': {
      const tokens = await measure(await openIdle(), call.prompt.messages);
      return answer({ type: 'count', tokens });
    }
    case 'run':
      return run(call.prompt, answer, signal);
    case 'close': {
      const session = await idle?.catch(() => null);
      idle = null;
      session?.destroy();
      return answer({ type: 'ready' });
    }
  }
}

/** Never rejects: a browser that cannot say has none. */
async function readAvailability(): Promise<BrowserAvailability> {
  const known = ['downloadable', 'downloading', 'available'] as const;
  const said = await findBrowserModel()
    ?.availability(EXPECTED)
    .catch(() => null);
  return known.find((one) => one === said) ?? 'unavailable';
}

function create(
  options: Parameters<LanguageModelStatic['create']>[0],
): Promise<LanguageModelSession> {
  const model = findBrowserModel();
  if (!model) throw new DOMException('There is no model.', 'NotSupportedError');
  return model.create({ ...EXPECTED, ...options });
}

function openIdle(): Promise<LanguageModelSession> {
  const opening = idle ?? create({});
  idle = opening;
  opening.catch(() => {
    if (idle === opening) idle = null;
  });
  return opening;
}

/** Tokens of messages; by their length where a browser has no measure. The role of the system is measured as a user's. */
async function measure(
  session: LanguageModelSession,
  messages: BrowserPrompt['messages'],
): Promise<number> {
  const texts = messages.map(({ role, content }) => ({
    role: role === 'system' ? ('user' as const) : role,
    content,
  }));
  const measured = session.measureContextUsage
    ? session.measureContextUsage(texts)
    : session.measureInputUsage?.(texts);
  return Math.ceil((await measured) ?? estimate(messages.map(({ content }) => content).join('')));
}

const CHARACTERS_PER_TOKEN = 4;
const estimate = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
const usageOf = ({ contextUsage, inputUsage }: LanguageModelSession) => contextUsage ?? inputUsage;

async function run(prompt: BrowserPrompt, answer: Answer, signal: AbortSignal): Promise<void> {
  const { messages, samplingMode, schema } = prompt;
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const session = await create({ samplingMode, initialPrompts: messages.slice(0, asked), signal });
  try {
    const last = messages
      .slice(asked)
      .map((message) => (message.role === 'assistant' ? { ...message, prefix: true } : message));
    const before = usageOf(session) ?? 0;
    const promptTokens = Math.ceil(before + (await measure(session, last)));
    answer({ type: 'start', promptTokens });
    let written = '';
    const stream = session.promptStreaming(last, {
      signal,
      ...(schema && { responseConstraint: schema }),
    });
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      written += value;
      answer({ type: 'text', text: value });
    }
    const after = usageOf(session);
    const counted = after === undefined ? 0 : Math.round(after - promptTokens);
    answer({ type: 'end', completionTokens: counted > 0 ? counted : estimate(written) });
  } finally {
    session.destroy();
  }
}

/** `QuotaExceededError` is a DOMException in some browsers, with fields in others. */
function toError(error: unknown): BrowserAnswer {
  const { name, message, quota, requested } = error as Partial<Error & Record<string, unknown>>;
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    type: 'error',
    name: name ?? 'Error',
    message: String(message ?? error),
    quota: number(quota),
    requested: number(requested),
  };
}
