import { citeAnswer } from '#retrieval/cite-answer.ts';
import type { ChatSettings, Message } from '#storage/chat-records.ts';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { findModel, useHost } from '#ui/state/models.ts';
import { boundaryHeaders } from './boundary.ts';
import type { ChatContext } from './chat-context.ts';
import { fitContext, promptBudget } from './fit-context.ts';
import { isNotUnderstood } from './other-language.ts';
import { isQuoted, quotePassage } from './quote-passage.ts';
import { runAnswer } from './run-answer.ts';
import { toBody, toWireMessages, type WireMessage } from './to-request.ts';

interface Question {
  settings: ChatSettings;
  /** Messages from the first to the one that is answered. */
  path: Message[];
  model: string;
  /** Whether the answer is stored as it grows. */
  stored: boolean;
  signal: AbortSignal;
}

/** Generates an answer. @returns the final message, also after an abort or a failure. */
export async function writeAnswer(
  chat: ChatContext,
  message: Message,
  { settings, path, model, stored, signal }: Question,
): Promise<Message> {
  const question = path.at(-1);
  if (question && isQuoted(model, question)) return quotePassage(chat, message, question);
  if (question && isNotUnderstood(model, question)) {
    // The app's own question, which a press has sent: the app answers it.
    if (question.text === chatText.askAbilities) {
      return { ...message, state: 'done', text: chatText.abilities };
    }
    const text = chatThreadText.speaksEnglishOnly(findModel(model)?.title ?? model);
    return { ...message, state: 'done', text };
  }
  const { messages, leftOut } = await prepare(chat, settings, path, model, signal);
  const body = requestBody(settings, model, messages);
  const { conversationId } = message;
  // Without a provider nothing can leave, and there is nothing to ask.
  const headers = useHost.getState().status.hasProviders
    ? await boundaryHeaders(chat, { path, conversationId, stored, body }, signal)
    : {};
  const request = { body, headers };
  const answer = await runAnswer(chat, { ...message, leftOut }, request, stored, signal);
  const { sources = [], text = '' } = question ?? {};
  if (answer.state !== 'done' || sources.length === 0) return answer;
  const passages = sources.map((source) => source.text);
  return { ...answer, text: citeAnswer(answer.text, text, passages) };
}

/** The path of a request and the part of it that fits. */
async function prepare(
  chat: ChatContext,
  settings: ChatSettings,
  path: Message[],
  model: string,
  signal: AbortSignal,
) {
  const read = (id: string) => chat.readFile(id);
  const messages = await toWireMessages(path, settings.system, read);
  const card = findModel(model);
  if (!card) return { messages, leftOut: 0 };
  const count = async (list: WireMessage[]) => {
    // Only a loaded model can count; the request would load it anyway.
    await chat.ports.control((control) => control.load(model), signal);
    return chat.ports.control((control) => control.countTokens(model, list), signal);
  };
  const budget = promptBudget(card.contextTokens, settings.sampling.maxTokens);
  return fitContext(messages, budget, count);
}

function requestBody(settings: ChatSettings, model: string, messages: WireMessage[]): object {
  const temperature = settings.sampling.temperature ?? findModel(model)?.temperature;
  const sampling =
    temperature === undefined ? settings.sampling : { ...settings.sampling, temperature };
  return toBody({ ...settings, sampling }, model, messages);
}
