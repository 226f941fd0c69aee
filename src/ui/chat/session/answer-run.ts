import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import type { ModelView } from '#contract/model-view.ts';
import { REFUSED } from '#retrieval/ask-passages.ts';
import { citeAnswer } from '#retrieval/cite-answer.ts';
import type { ChatSettings, Message } from '#storage/chat-records.ts';
import { quotePassage } from '#ui/chat/passages/quote-passage.ts';
import { likelyParts } from '#ui/chat/passages/read-sentences.ts';
import {
  projectOf,
  searchedDocuments,
  searchedPassages,
} from '#ui/chat/passages/shared-documents.ts';
import { outcomeOf } from '#ui/chat/request/describe-failure.ts';
import { fitContext, promptBudget } from '#ui/chat/request/fit-context.ts';
import {
  joinPrompts,
  toBody,
  toWireMessages,
  type WireMessage,
  withUnreadPages,
} from '#ui/chat/request/to-request.ts';
import { chatText } from '#ui/messages/chat.ts';
import { readEvents } from '#ui/state/read-events.ts';
import { isSmall, type Opening, openingOf } from './answer-opening.ts';
import { appAnswer } from './app-answer.ts';
import { boundaryHeaders } from './boundary.ts';
import type { ChatCore } from './chat-core.ts';
import { type Chunk, GrowingAnswer } from './growing-answer.ts';
import { asSeenBy, pathTo } from './message-tree.ts';

/** The lock of an answer: other tabs see by it that the answer is being written. */
export const answerLock = (id: string) => `alcove-answer:${id}`;

/** What an answer is written from: captured when it begins, whatever changes meanwhile. */
interface Question {
  settings: ChatSettings;
  model: string;
  /** Messages from the first to the one that is answered. */
  path: Message[];
  signal: AbortSignal;
}

/** The question of an answer, and the message that its branch then ends with. */
interface Place {
  settings: ChatSettings;
  answeredId: string;
  leafId: string;
  signal: AbortSignal;
}

/** Answers a message, with both models where there are two. @returns the first model's answer */
export async function answer(
  chat: ChatCore,
  parentId: string,
  signal: AbortSignal,
): Promise<Message> {
  const { settings } = chat.row;
  const begin = (model: string, modelIndex: 0 | 1) => {
    const message: Message = {
      id: crypto.randomUUID(),
      conversationId: chat.id,
      parentId,
      role: 'assistant',
      createdAt: chat.ports.clock(),
      text: '',
      state: 'running',
      model,
      modelIndex,
    };
    // The second model's answers are siblings: the branch that is shown follows the first.
    const leafId = modelIndex === 0 ? message.id : (chat.row.leafId ?? parentId);
    return writeAndStore(chat, message, { settings, answeredId: parentId, leafId, signal });
  };
  const first = begin(settings.model, 0);
  if (settings.secondModel === null) return first;
  const second = begin(settings.secondModel, 1);
  // One that fails leaves the other its run, which Stop ends.
  await Promise.allSettled([first, second]);
  await second;
  return first;
}

/** Writes on at the end of an answer, unless another tab writes it. A list is made from its files again. */
export async function continueAnswer(
  chat: ChatCore,
  message: Message,
  signal: AbortSignal,
): Promise<Message> {
  const { locks, notify } = chat.ports;
  const lock = { ifAvailable: true };
  if (await locks.request(answerLock(message.id), lock, (free) => free === null)) {
    notify({ text: chatText.writtenElsewhere });
    return message;
  }
  const { error: _, finish: __, ...rest } = message;
  const leafId = chat.row.leafId ?? message.id;
  const { settings } = chat.row;
  const { parentId } = message;
  const question = parentId === null ? undefined : chat.state.getState().tree.byId.get(parentId);
  const answeredId = question?.everything ? question.id : message.id;
  const place = { settings, answeredId, leafId, signal };
  return writeAndStore(chat, { ...rest, state: 'running' }, place);
}

/**
 * One answer from its first picture to its last row. A failure or an abort is its outcome; only a message that
 * cannot be stored at the beginning throws, and is not answered.
 */
async function writeAndStore(
  chat: ChatCore,
  message: Message,
  { settings, answeredId, leafId, signal }: Place,
): Promise<Message> {
  const isList = chat.state.getState().tree.byId.get(answeredId)?.everything !== undefined;
  // Its progress is shown where there is no text yet.
  chat.beginAnswer(isList ? { ...message, text: '' } : message);
  try {
    await chat.saveMessage(message, leafId);
    const { tree } = chat.state.getState();
    const path = asSeenBy(tree, pathTo(tree, answeredId), message.modelIndex ?? 0);
    const model = message.model ?? settings.model;
    const done = await write(chat, message, { settings, model, path, signal }).catch(
      // Stopped while the prompt was still being prepared.
      (error: unknown): Message => ({
        ...message,
        ...outcomeOf(chat.ports, model, error, signal),
      }),
    );
    await finish(chat, done);
    return done;
  } finally {
    chat.endAnswer(message.id);
  }
}

/** An answer by a passage, by the app, or by the model. */
async function write(chat: ChatCore, message: Message, question: Question): Promise<Message> {
  const { model, path } = question;
  const asked = path.at(-1);
  if (asked?.everything) {
    const { listAnswer } = await import('./list-answer.ts');
    return chat.ports.locks.request(answerLock(message.id), () =>
      listAnswer(chat, message, question),
    );
  }
  const card = chat.ports.models.find(model);
  if (asked?.role === 'user' && card?.scope === 'app') {
    const own = await guideAnswer(chat, { message, card, asked, question });
    if (own) return own;
  }
  // Before the model is loaded: the one for words may need its memory.
  const opening = await openingOf(chat, { ...question, card });
  if (opening && opening.whole !== null) return { ...message, state: 'done', text: opening.whole };
  return modelAnswer(chat, message, question, opening);
}

interface GuideQuestion {
  message: Message;
  card: ModelView;
  asked: Message;
  question: Question;
}

/** What the app says, or the sentence of a passage: Guide knows this app alone, and would make up anything else. */
async function guideAnswer(
  chat: ChatCore,
  { message, card, asked, question }: GuideQuestion,
): Promise<Message | null> {
  const own = await appAnswer(chat, card, asked, question.path);
  if (own) return { ...message, state: 'done', ...own };
  if (!asked.sources?.length) return null;
  const passages = await searchedPassages(chat);
  const quoted = { answer: message, question: asked, passages };
  const quote = await quotePassage(chat.ports, quoted, question.signal);
  const opening = await openingOf(chat, { ...question, card });
  return { ...quote, text: `${opening?.text ?? ''}${quote.text}` };
}

async function modelAnswer(
  chat: ChatCore,
  message: Message,
  question: Question,
  opening: Opening | null,
): Promise<Message> {
  const { path } = question;
  const { messages, leftOut } = await fitMessages(chat, question);
  const body = requestBody(chat, question, messages);
  const headers = await boundaryHeaders(chat, { path, body }, question.signal);
  const request = { body, headers, opening: opening?.text ?? '' };
  const done = await chat.ports.locks.request(answerLock(message.id), () =>
    stream(chat, { ...message, leftOut }, request, question.signal),
  );
  const { text: asked = '', sources = [] } = path.at(-1) ?? {};
  if (done.state !== 'done' || sources.length === 0) return done;
  const only = opening?.only ?? null;
  const passages = sources.map(({ text }, i) => (only === null || only === i ? text : ''));
  const start = done.text.startsWith(request.opening) ? request.opening.length : 0;
  const written = done.text.slice(start);
  if (opening && start > 0 && written.trim().startsWith(REFUSED.slice(0, -1)))
    return { ...done, text: opening.refused };
  return { ...done, text: `${done.text.slice(0, start)}${citeAnswer(written, asked, passages)}` };
}

/** The messages of a request: the newest part of the path that fits the model. */
async function fitMessages(chat: ChatCore, question: Question) {
  const { rows, ports } = chat;
  const { settings, path, model, signal } = question;
  const project = await projectOf(chat);
  const prompt = joinPrompts(project?.instructions ?? '', settings.system);
  const system = withUnreadPages(prompt, await searchedDocuments(chat));
  const card = ports.models.find(model);
  const isPlain = settings.tools.length === 0 && settings.outputSchema.trim() === '';
  const parts = isSmall(card) && isPlain ? likelyParts : undefined;
  const messages = await toWireMessages(path, system, (id) => rows.file(id), parts);
  if (!card) return { messages, leftOut: 0 };
  const count = async (list: WireMessage[]) => {
    // Only a loaded model can count; the request would load it anyway.
    await ports.control((control) => control.load(model), signal);
    return ports.control((control) => control.countTokens(model, list), signal);
  };
  return fitContext(messages, promptBudget(card.contextTokens, settings.sampling.maxTokens), count);
}

function requestBody({ ports }: ChatCore, question: Question, messages: WireMessage[]): object {
  const { settings, model } = question;
  const card = ports.models.find(model);
  const { temperature = card?.temperature, ...rest } = settings.sampling;
  const sampling = { ...rest, ...(temperature !== undefined && { temperature }) };
  // A person who set a penalty has decided it.
  const avoids = card?.repeatsItself === true && rest.frequencyPenalty === undefined;
  const body = toBody({ ...settings, sampling }, model, messages);
  return avoids ? { ...body, avoid_repetition: true } : body;
}

interface AnswerRequest {
  body: object;
  /** Without it the request stays on this device. */
  headers: Readonly<Record<string, string>>;
  opening: string;
}

/** Streams an answer. Never throws: the message it returns has the outcome. */
async function stream(
  chat: ChatCore,
  message: Message,
  { body, headers, opening }: AnswerRequest,
  signal: AbortSignal,
): Promise<Message> {
  const { ports } = chat;
  const growing = new GrowingAnswer(chat, message, opening);
  try {
    const response = await ports.v1('/v1/chat/completions', body, signal, headers);
    growing.servedBy = providerOf(response);
    for await (const chunk of readEvents<Chunk>(response)) growing.apply(chunk);
    // A stopped stream may simply end.
    return growing.finish({ state: signal.aborted ? 'stopped' : 'done' });
  } catch (error) {
    return growing.finish(outcomeOf(ports, message.model ?? '', error, signal));
  }
}

/** The provider's model that answers; null for this device. */
function providerOf({ headers }: Response): string | null {
  const isRemote = (headers.get(BOUNDARY_HEADER) ?? 'device') !== 'device';
  return isRemote ? headers.get('x-alcove-served-by') : null;
}

/** An answer is stored before it is seen as finished: leaving the page then loses nothing of it. */
async function finish(chat: ChatCore, done: Message): Promise<void> {
  const { ports } = chat;
  const saved = chat.saveAnswer(done);
  chat.report(chatText.answerNotSaved, saved);
  // Whatever becomes of it in the database, it is shown.
  await saved.catch(() => {});
  chat.showMessage(done);
  ports.models.refresh().catch(() => {});
  const { facts, model, modelIndex } = done;
  if (facts && model) ports.models.noteSpeed(model, facts.tokensPerSecond, facts.completionTokens);
  if (facts && modelIndex !== 1) {
    chat.state.setState({ usedTokens: facts.promptTokens + facts.completionTokens });
  }
  if (!chat.signal.aborted) chat.events.onAnswered(done);
}
