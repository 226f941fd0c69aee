import { isOtherLanguage } from '#base/other-language.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { Message } from '#storage/chat-records.ts';
import { asksAboutPrivacy, isTask, speaksOfThisApp } from '#ui/chat/guide/what-is-asked.ts';
import { asksWhatWasRead } from '#ui/chat/guide/what-was-read.ts';
import { describeReading } from '#ui/chat/passages/page-states.ts';
import { searchedDocuments } from '#ui/chat/passages/shared-documents.ts';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useSent } from '#ui/state/sent.ts';
import type { ChatCore } from './chat-core.ts';
import { readLabels } from './labels.ts';

type AppAnswer = Required<Pick<Message, 'text' | 'notice'>>;

/**
 * The app's own answer to a question that Guide cannot answer truly; null where Guide can, or where passages of
 * documents answer. @param path the messages up to the question
 */
export async function appAnswer(
  chat: ChatCore,
  card: ModelView,
  { text, files = [], sources = [] }: Message,
  path: readonly Message[],
): Promise<AppAnswer | null> {
  const documents = await searchedDocuments(chat);
  const isOfApp = documents.length === 0 || speaksOfThisApp(text);
  if (isOfApp && asksAboutPrivacy(text))
    return { notice: 'privacy', text: await privacyText(chat, path) };
  // Passages say nothing of the pages missing among them.
  if (documents.length > 0 && asksWhatWasRead(text)) {
    const refused = new Set(chat.state.getState().problems.map((problem) => problem.text));
    return { notice: 'reading', text: describeReading(documents, [...refused]) };
  }
  if (sources.length > 0) return null;
  // The app's own question, which a press has sent; Guide knows it in English.
  if (text === chatText.askAbilities && isOtherLanguage(text)) {
    return { notice: 'abilities', text: chatText.abilities };
  }
  // Whatever is asked of a document: passages, or none.
  if (documents.length > 0) {
    return { notice: 'task', text: chatThreadText.noPassage };
  }
  const { title } = card;
  if (files.length > 0 || isTask(text)) {
    return { notice: 'task', text: chatThreadText.knowsThisApp(title) };
  }
  if (!isOtherLanguage(text)) return null;
  return { notice: 'language', text: chatThreadText.speaksEnglishOnly(title) };
}

/** Whether a chat stays here, how much was sent, and how to check it. */
async function privacyText(chat: ChatCore, path: readonly Message[]): Promise<string> {
  const place = await placeOf(chat, path);
  return [
    chatThreadText[place],
    chatThreadText.sentSinceOpened(useSent.getState().sinceOpened),
    chatThreadText.howToCheck,
  ].join('\n\n');
}

/** How far the chat may go: only a provider is another place than this tab. */
async function placeOf(
  chat: ChatCore,
  path: readonly Message[],
): Promise<'staysInTab' | 'staysByLabel' | 'asksBeforeSending' | 'maySend'> {
  if (!chat.ports.models.hasProviders()) return 'staysInTab';
  if (chat.isTemporary) return 'staysByLabel';
  const { ceiling } = await readLabels(chat, path);
  if (ceiling === null) return 'asksBeforeSending';
  return ceiling === 'device' ? 'staysByLabel' : 'maySend';
}
