import type { OutputItem, ResponseObject } from '#contract/answers/responses-answer.ts';
import type { ResponsesRequest } from '#contract/responses-request.ts';
import type { TaskEvent, TokenLogprob } from '#engine/tasks.ts';
import { citeFiles, type FoundFiles, toSearchItem } from './found-files.ts';

type Send = (json: string, type: string) => void;

const toLogprob = ({ token, logprob, bytes, top }: TokenLogprob) => ({
  token,
  logprob,
  bytes,
  top_logprobs: top,
});

const ITEM_IDS = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  file_search_call: 'fs',
} as const;

/**
 * Builds a response from the events of a chat, and says each step as one of the typed events of a
 * streamed response. @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseWriter {
  readonly response: ResponseObject;
  readonly #send: Send;
  readonly #uuid: () => string;
  #sequence = 0;
  #open: OutputItem | null = null;
  #found: FoundFiles | null = null;

  /** `send` gets nothing when the answer is not streamed. */
  constructor(response: ResponseObject, uuid: () => string, send: Send = () => {}) {
    this.response = response;
    this.#uuid = uuid;
    this.#send = send;
  }

  begin(): void {
    this.#emit('response.created', { response: this.response });
    this.#emit('response.in_progress', { response: this.response });
  }

  /** A search that ran before generation; the answer cites its results. */
  search(found: FoundFiles, include: ResponsesRequest['include']): void {
    const item = toSearchItem(this.#newId('file_search_call'), found, include);
    this.#found = found;
    this.response.output.push(item);
    const place = this.#place(item);
    const { output_index } = place;
    const begun = { ...item, status: 'in_progress', results: null };
    this.#emit('response.output_item.added', { output_index, item: begun });
    for (const step of ['in_progress', 'searching', 'completed']) {
      this.#emit(`response.file_search_call.${step}`, place);
    }
    this.#emit('response.output_item.done', { output_index, item });
  }

  event(event: TaskEvent): void {
    switch (event.type) {
      case 'text':
        this.#addText(event.text, event.logprobs);
        return;
      case 'reasoning':
        this.#addReasoning(event.text);
        return;
      case 'tool-call':
        this.#openItem({
          id: this.#newId('function_call'),
          type: 'function_call',
          call_id: event.id,
          name: event.name,
          arguments: '',
          status: 'in_progress',
        });
        return;
      case 'tool-arguments':
        this.#addArguments(event.text);
        return;
      case 'end':
        this.#closeItem(event.reason === 'length' ? 'incomplete' : 'completed');
        this.response.status = event.reason === 'length' ? 'incomplete' : 'completed';
        if (event.reason === 'length') {
          this.response.incomplete_details = { reason: 'max_output_tokens' };
        }
        return;
      default:
        return;
    }
  }

  /** The last event of a streamed response, sent after it is stored, so that a client can continue it immediately. */
  end(): void {
    this.#emit(`response.${this.response.status}`, { response: this.response });
  }

  fail(code: string, message: string, param: string | null): void {
    this.response.status = 'failed';
    this.response.error = { code, message };
    this.#emit('error', { code, message, param });
    this.#emit('response.failed', { response: this.response });
  }

  #addText(text: string, tokens: readonly TokenLogprob[] = []): void {
    if (this.#open?.type !== 'message') {
      this.#openItem({
        id: this.#newId('message'),
        type: 'message',
        role: 'assistant',
        status: 'in_progress',
        content: [],
      });
    }
    const item = this.#open as Extract<OutputItem, { type: 'message' }>;
    if (item.content.length === 0) {
      item.content.push({ type: 'output_text', text: '', annotations: [], logprobs: [] });
      this.#emitPart('response.content_part.added', item, { part: item.content[0] });
    }
    const [part] = item.content;
    const logprobs = tokens.map(toLogprob);
    if (part) part.text += text;
    part?.logprobs.push(...logprobs);
    this.#emitPart('response.output_text.delta', item, { delta: text, logprobs });
  }

  #addReasoning(text: string): void {
    if (this.#open?.type !== 'reasoning') {
      this.#openItem({
        id: this.#newId('reasoning'),
        type: 'reasoning',
        status: 'in_progress',
        summary: [],
        content: [{ type: 'reasoning_text', text: '' }],
      });
    }
    const item = this.#open as Extract<OutputItem, { type: 'reasoning' }>;
    const [part] = item.content;
    if (part) part.text += text;
    this.#emitPart('response.reasoning_text.delta', item, { delta: text });
  }

  #addArguments(text: string): void {
    const item = this.#open;
    if (item?.type !== 'function_call') return;
    item.arguments += text;
    this.#emit('response.function_call_arguments.delta', { ...this.#place(item), delta: text });
  }

  #openItem(item: OutputItem): void {
    this.#closeItem('completed');
    this.#open = item;
    this.response.output.push(item);
    this.#emit('response.output_item.added', { output_index: this.#index(item), item });
  }

  #closeItem(status: 'completed' | 'incomplete'): void {
    const item = this.#open;
    if (!item) return;
    this.#open = null;
    item.status = status;
    switch (item.type) {
      case 'message': {
        const [part] = item.content;
        if (part && this.#found) part.annotations = citeFiles(part.text, this.#found);
        for (const [annotation_index, annotation] of (part?.annotations ?? []).entries()) {
          const type = 'response.output_text.annotation.added';
          this.#emitPart(type, item, { annotation_index, annotation });
        }
        const { text, logprobs } = part ?? { text: '', logprobs: [] };
        this.#emitPart('response.output_text.done', item, { text, logprobs });
        this.#emitPart('response.content_part.done', item, { part });
        break;
      }
      case 'reasoning':
        this.#emitPart('response.reasoning_text.done', item, { text: item.content[0]?.text });
        break;
      case 'function_call':
        this.#emit('response.function_call_arguments.done', {
          ...this.#place(item),
          name: item.name,
          arguments: item.arguments,
        });
        break;
    }
    this.#emit('response.output_item.done', { output_index: this.#index(item), item });
  }

  #emitPart(type: string, item: OutputItem, fields: object): void {
    this.#emit(type, { ...this.#place(item), content_index: 0, ...fields });
  }

  #place(item: OutputItem) {
    return { item_id: item.id, output_index: this.#index(item) };
  }

  #index(item: OutputItem): number {
    return this.response.output.indexOf(item);
  }

  #newId(type: OutputItem['type']): string {
    return `${ITEM_IDS[type]}_${this.#uuid()}`;
  }

  #emit(type: string, fields: object): void {
    this.#send(JSON.stringify({ type, sequence_number: this.#sequence++, ...fields }), type);
  }
}
