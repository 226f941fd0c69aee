import type { Span } from '#documents/sentences.ts';
import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { ChatContext, DocumentWork } from './chat-context.ts';
import { embedTexts } from './embed-texts.ts';
import { ensureStored } from './open-chat.ts';

/** Passages embedded in one request. */
const BATCH = 128;
/** Assumed context of an embedding model without a known one, in tokens. */
const USUAL_CONTEXT = 512;

/** A text to be asked about. */
interface DocumentText {
  name: string;
  text: string;
  /** Where they are known already; see `packSentences`. */
  sentences?: Uint32Array;
  recordingId?: string;
}

/**
 * Reads a document into the open chat: text, passages, vectors. Nothing leaves the device.
 * @throws DocumentError, AnswerError
 */
export async function addDocument(chat: ChatContext, file: File): Promise<void> {
  await addText(chat, file.name, async () => {
    const { openDocument } = await import('#documents/open-document.ts');
    const { text, sentences, note } = await openDocument(file);
    if (note !== null) {
      chat.state.setState(({ problems }) => ({
        problems: [...problems, { text: note, help: null }],
      }));
    }
    return { name: file.name, text, sentences };
  });
}

/** Puts a text into the open chat as a document. @throws AnswerError */
export async function addText(
  chat: ChatContext,
  name: string,
  read: () => Promise<DocumentText>,
): Promise<void> {
  await ensureStored(chat);
  const { conversation, isTemporary } = chat.state.getState();
  if (!conversation) return;
  const conversationId = conversation.id;
  const workId = crypto.randomUUID();
  const work = (done: number, total: number) =>
    showWork(chat, workId, { id: workId, conversationId, name, done, total });
  work(0, 0);
  try {
    const { sentences, ...source } = await read();
    const { text } = source;
    const id = crypto.randomUUID();
    const document: ChatDocument = { id, conversationId, ...source, createdAt: chat.ports.clock() };
    const model = readPreferences().embeddingModel;
    const spans = await cutPassages(chat, model, text, sentences);
    const passages: Passage[] = [];
    for (let i = 0; i < spans.length; i += BATCH) {
      work(i, spans.length);
      const some = spans.slice(i, i + BATCH);
      const texts = some.map(({ start, end }) => text.slice(start, end));
      const vectors = await embedTexts(chat.ports, model, texts);
      for (const [j, { start, end }] of some.entries()) {
        const id = `${document.id}:${start}`;
        const base = { id, conversationId, documentId: document.id, start, end };
        passages.push({ ...base, text: texts[j] ?? '', vector: vectors[j] ?? new Float32Array() });
      }
    }
    await storeDocument(chat, document, passages, isTemporary);
    if (chat.state.getState().conversation?.id !== conversationId) return;
    chat.state.setState(({ documents }) => ({ documents: [...documents, document] }));
  } finally {
    showWork(chat, workId, null);
  }
}

/** Passages that fit the embedding model, by its own count of tokens. */
async function cutPassages(
  chat: ChatContext,
  model: string,
  text: string,
  sentences: Uint32Array | undefined,
): Promise<Span[]> {
  const [{ packPassages, passageSize, withIndentation }, { sentencesOf, unpackSentences }] =
    await Promise.all([import('#documents/pack-passages.ts'), import('#documents/sentences.ts')]);
  const size = passageSize(findModel(model)?.contextTokens ?? USUAL_CONTEXT);
  const spans = sentences ? unpackSentences(sentences) : sentencesOf(text);
  const count = (texts: string[]) => chat.ports.control((c) => c.countTextTokens(model, texts));
  return withIndentation(text, await packPassages(text, spans, size, count));
}

function showWork(chat: ChatContext, id: string, work: DocumentWork | null): void {
  chat.state.setState(({ reading }) => {
    const isKnown = work && reading.some((other) => other.id === id);
    if (isKnown) return { reading: reading.map((other) => (other.id === id ? work : other)) };
    const others = reading.filter((other) => other.id !== id);
    return { reading: work ? [...others, work] : others };
  });
}

async function storeDocument(
  chat: ChatContext,
  document: ChatDocument,
  passages: Passage[],
  isTemporary: boolean,
): Promise<void> {
  if (isTemporary) {
    const before = chat.temporaryPassages.get(document.conversationId) ?? [];
    chat.temporaryPassages.set(document.conversationId, [...before, ...passages]);
    return;
  }
  const database = await chat.ports.store.opened;
  await database.transaction('rw', database.documents, database.passages, async () => {
    await database.documents.add(document);
    await database.passages.bulkAdd(passages);
  });
}
