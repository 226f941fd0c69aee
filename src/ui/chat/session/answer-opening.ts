import { dot } from '#base/numbers.ts';
import type { ModelView } from '#contract/model-view.ts';
import { REFUSED } from '#retrieval/ask-passages.ts';
import { asksForFact, asksForSentence } from '#retrieval/is-answerable.ts';
import { isComputed } from '#retrieval/table-operations.ts';
import { unmentioned } from '#retrieval/unmentioned.ts';
import type { ChatSettings, Message, Source } from '#storage/chat-records.ts';
import { embedTexts } from '#ui/chat/passages/passages.ts';
import {
  asMarkdown,
  LIKELY,
  likeliestSentence,
  relevanceOf,
} from '#ui/chat/passages/read-sentences.ts';
import { searchedDocuments, searchedPassages } from '#ui/chat/passages/shared-documents.ts';
import { language } from '#ui/messages/catalogue.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import type { ChatCore } from './chat-core.ts';

/** The model with a vector for each word: it is in the box, and knows English. */
const WORD_VECTORS = 'alcove-embed';

interface Asked {
  settings: Pick<ChatSettings, 'tools' | 'outputSchema'>;
  path: readonly Message[];
  /** Of the model that answers; undefined for one that is gone. */
  card: ModelView | undefined;
  signal: AbortSignal;
}

/** What an answer in a chat with documents begins with. */
export interface Opening {
  /** Before the words of the model. */
  text: string;
  /** The whole answer where the model then says that the documents do not. */
  refused: string;
  /** The whole answer of a model that would make one up; null for one that may write. */
  whole: string | null;
  /** The place of the passage that it is about, from 0: all of which a small model reads; null for any. */
  only: number | null;
}

/** Bytes of a model below which it makes up an answer where passages have none, and misreads others (docs/real-models.md). */
const SMALL_BYTES = 1e9;

/** Whether a model is so small. Of one elsewhere, or of the browser, the size is not known. */
export const isSmall = (card: ModelView | undefined): boolean =>
  card !== undefined &&
  card.scope === undefined &&
  card.downloadBytes > 0 &&
  card.downloadBytes < SMALL_BYTES &&
  !card.boundary &&
  !card.isBrowsers;

/**
 * What an answer in a chat with documents begins with: that no passage answers the question, so that the model answers alone; which
 * of its names and things the documents do not mention that were found; that they may not answer it; or, before a small model's
 * words, the sentence that answers. Null where there is nothing to say.
 */
export async function openingOf(chat: ChatCore, asked: Asked): Promise<Opening | null> {
  const { settings, path } = asked;
  const question = path.at(-1);
  if (question?.role !== 'user' || question.files?.length) return null;
  // A tool may know it, and a set form has no place for another sentence.
  if (settings.tools.length > 0 || settings.outputSchema.trim() !== '') return null;
  const { text, sources = [] } = question;
  if (sources.length === 0) {
    const isAlone = asksForFact(text) && (await searchedDocuments(chat)).length > 0;
    return isAlone ? without(chatThreadText.noneAnswers, chatThreadText.modelAlone) : null;
  }
  // A result is computed of all that a question names; rows are looked up by a part of it.
  if (sources.some(({ computed, isLookup }) => computed !== undefined && !isLookup)) return null;
  return openingFor(asked.card, sources, {
    isFact: asksForSentence(text, path.length === 1),
    doubt: await doubtOf(chat, asked, { text, sources }),
  });
}

function openingFor(
  card: ModelView | undefined,
  sources: readonly Source[],
  { isFact, doubt }: { isFact: boolean; doubt: string | null },
): Opening | null {
  const best = likeliestSentence(sources);
  if (!best) return doubt === null ? null : without(doubt, chatThreadText.closest);
  const quote = `${asMarkdown(best.text)} [${best.index + 1}]`;
  const closest = `${doubt ?? chatThreadText.maybeUnsaid} ${chatThreadText.closest}\n\n`;
  const refused = closest + quote;
  const only = isSmall(card) ? best.index : null;
  if (doubt !== null)
    return { text: closest, refused, whole: only === null ? null : refused, only };
  if (only === null || !isFact) return null;
  const quoted = quote.replaceAll('\n', '\n> ');
  return { text: `> ${quoted}\n\n`, refused, whole: null, only };
}

const without = (fact: string, lead: string): Opening => ({
  text: `${fact} ${lead}\n\n`,
  refused: `${fact} ${REFUSED}`,
  whole: null,
  only: null,
});

/** A word about a question before passages answer it: which names they do not mention, or that they may not answer. */
async function doubtOf(
  chat: ChatCore,
  { path, signal }: Asked,
  { text, sources }: { text: string; sources: readonly Source[] },
): Promise<string | null> {
  const words = await missingWords(chat, { text, sources, signal });
  if (words.length > 0) {
    const list = new Intl.ListFormat(language()).format(words.map(chatThreadText.quoted));
    return chatThreadText.notMentioned(list, words.length);
  }
  // A row is no number of rows, and no sum: a result that is not computed may be any.
  const isOfRows = isComputed(text) && likeliestSentence(sources)?.text.includes(' | ') === true;
  const relevance = isOfRows ? 0 : relevanceOf(sources);
  const isUnlikely =
    relevance !== null && relevance < LIKELY && asksForSentence(text, path.length === 1);
  return isUnlikely ? chatThreadText.maybeUnsaid : null;
}

interface Found extends Pick<Asked, 'signal'> {
  text: string;
  sources: readonly Source[];
}

async function missingWords(chat: ChatCore, { text, sources, signal }: Found): Promise<string[]> {
  // Another document that has a name does not make these passages an answer, nor other passages these rows.
  const rows = sources.filter(({ isLookup }) => isLookup);
  const nearest = rows.length > 0 ? rows : sources;
  const found = new Map(nearest.map(({ documentId, documentName }) => [documentId, documentName]));
  const passages = (await searchedPassages(chat)).filter((one) => found.has(one.documentId));
  const texts = [...found.values(), ...passages.map((passage) => passage.text)];
  const near = nearest.map((source) => source.text);
  const likeness = async (word: string, others: readonly string[]) => {
    const vectors = embedTexts(chat.ports, WORD_VECTORS, [word, ...others], signal);
    // Offline it may not load: then names alone are looked for.
    const [own, ...rest] = await vectors.catch((): Float32Array[] => []);
    signal.throwIfAborted();
    return own ? Math.max(...rest.map((vector) => dot(own, vector))) : null;
  };
  return unmentioned(text, { texts, near }, likeness);
}
