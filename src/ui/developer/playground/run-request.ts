import { type Endpoint, namesModel, takesFile } from '#contract/endpoints/endpoint.ts';
import { PROMPT_HEADER, RECORD_HEADER } from '#contract/headers.ts';
import { formatBytes, formatSeconds } from '#ui/kit/format.ts';
import { developerText } from '#ui/messages/developer.ts';
import type { Services } from '#ui/services.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import { readAnswer } from './read-answer.ts';

export interface PlaygroundResult {
  /** What a person wants to read of it; '' where nothing is. */
  answer: string;
  /** The body as it came; JSON indented. Of sound, its type and size. */
  text: string;
  /** The sound of a body that is sound. */
  sound: Blob | null;
  isStream: boolean;
  isError: boolean;
  /** Headers worth reading, and how long it took. */
  facts: readonly [string, string][];
  /** The prompt as the model saw it, once the answer is whole; null where there is none to show. */
  prompt: string | null;
  headers: readonly [string, string][];
}

interface Request {
  services: Pick<Services, 'post' | 'control'>;
  endpoint: Endpoint;
  model: string;
  body: string;
  file: File | null;
}

/** Sends a request and shows its answer as it comes. */
export async function runRequest(
  request: Request,
  signal: AbortSignal,
  show: (result: PlaygroundResult) => void,
): Promise<void> {
  const began = performance.now();
  try {
    const { services, endpoint } = request;
    const asked = { [PROMPT_HEADER]: '1', [RECORD_HEADER]: 'yes' };
    const response = await services.post(endpoint.path, toBody(request), signal, asked);
    const type = response.headers.get('content-type') ?? '';
    const isStream = type.includes('event-stream');
    const base = { isStream, isError: false, headers: [...response.headers] };
    const showText = (text: string, prompt: string | null = null) =>
      show({
        ...base,
        answer: readAnswer(text, isStream),
        text: type.includes('json') ? pretty(text) : text,
        sound: null,
        facts: answerFacts(response, began),
        prompt,
      });
    if (type.startsWith('audio/')) {
      const sound = await response.blob();
      const text = `${type}, ${formatBytes(sound.size)}`;
      show({
        ...base,
        answer: text,
        text,
        sound,
        facts: answerFacts(response, began),
        prompt: null,
      });
      return;
    }
    let text = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) break;
      text += value;
      if (!type.includes('json')) showText(text);
    }
    const id = response.headers.get('x-request-id') ?? '';
    showText(text, await services.control((c) => c.promptOf(id)));
  } catch (error) {
    const text = explain(error, signal);
    show({
      answer: '',
      text,
      sound: null,
      isStream: false,
      isError: true,
      facts: [],
      prompt: null,
      headers: [],
    });
  }
}

function toBody({ endpoint, model, body, file }: Request): object | FormData {
  const fields = JSON.parse(body) as Record<string, unknown>;
  if (!takesFile(endpoint)) return namesModel(endpoint) ? { model, ...fields } : fields;
  const form = new FormData();
  if (namesModel(endpoint)) form.append('model', model);
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (file) form.append('file', file);
  return form;
}

function answerFacts(response: Response, began: number): [string, string][] {
  const seconds = formatSeconds((performance.now() - began) / 1000);
  const id = response.headers.get('x-request-id') ?? '';
  return [
    [developerText.status, String(response.status)],
    [developerText.time, seconds],
    ['x-request-id', id],
  ];
}

function explain(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return developerText.stopped;
  if (error instanceof SyntaxError) return developerText.notJson;
  if (error instanceof AnswerError)
    return `${error.message}\n${developerText.errorCode(error.code ?? developerText.noCode)}`;
  return describeError(error);
}

/** Indented, with long lists of numbers on one line. */
function pretty(text: string): string {
  try {
    const whole = JSON.stringify(JSON.parse(text), null, 2);
    return whole.replace(/\[\s+(-?[\d.e-]+(?:,\s+-?[\d.e-]+)+)\s+\]/g, (_, list: string) =>
      shorten(list.split(/,\s+/)),
    );
  } catch {
    return text;
  }
}

function shorten(numbers: readonly string[]): string {
  if (numbers.length <= 8) return `[${numbers.join(', ')}]`;
  return `[${numbers.slice(0, 6).join(', ')}, … ${developerText.numbers(numbers.length)}]`;
}
