import { decodeFloats } from '#base/bytes.ts';
import { embedderOf } from '#catalog/embedder-of.ts';
import type { Span } from '#documents/sentences.ts';
import { isEmbeddedBy, type VectorModel } from '#retrieval/search-passages.ts';
import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Passages embedded in one request. */
const BATCH = 128;
/** Assumed context of an embedding model without a known one, in tokens. */
const USUAL_CONTEXT = 512;

type Ports = Pick<SessionPorts, 'v1' | 'control' | 'models' | 'preferences'>;
/** Called with the passages that are embedded, and how many there are. */
type OnProgress = (done: number, total: number) => void;

interface EmbeddingAnswer {
  data: { embedding: string }[];
}

/** Normalised vectors of texts, in order. @throws AnswerError */
export async function embedTexts(
  { v1 }: Pick<SessionPorts, 'v1'>,
  model: string,
  input: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Float32Array[]> {
  const body = { model, input, encoding_format: 'base64' };
  const response = await v1('/v1/embeddings', body, signal);
  const { data } = (await response.json()) as EmbeddingAnswer;
  return data.map(({ embedding }) => decodeFloats(embedding));
}

/** The model for texts of this language: the chosen one, or one that knows the language where that knows English alone. */
export const embedderFor = (
  { models, preferences }: Pick<SessionPorts, 'models' | 'preferences'>,
  text: string,
): string => embedderOf(text, preferences().embeddingModel, models.list());

/** A model as it is installed here, as its vectors are stored with. */
export const vectorModel = (
  { models }: Pick<SessionPorts, 'models'>,
  model: string,
): VectorModel => ({ model, revision: models.find(model)?.revision ?? '' });

/**
 * The passages of a document, with vectors of the embedding model for its language. Nothing leaves the device.
 * @param sentences Where they are known already; see `packSentences`. @throws AnswerError
 */
export async function makePassages(
  ports: Ports,
  { id: documentId, conversationId, text }: ChatDocument,
  sentences: Uint32Array | undefined,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Passage[]> {
  const model = embedderFor(ports, text);
  const spans = await cutPassages(ports, model, text, sentences, signal);
  const passages: Passage[] = [];
  for (let i = 0; i < spans.length; i += BATCH) {
    onProgress(i, spans.length);
    const some = spans.slice(i, i + BATCH);
    const texts = some.map(({ start, end }) => text.slice(start, end));
    const vectors = await embedTexts(ports, model, texts, signal);
    for (const [j, { start, end }] of some.entries()) {
      const base = { id: `${documentId}:${start}`, conversationId, documentId, start, end };
      const vector = vectors[j] ?? new Float32Array();
      passages.push({ ...base, text: texts[j] ?? '', vector, ...vectorModel(ports, model) });
    }
  }
  return passages;
}

/** Passages that fit the embedding model, by its own count of tokens. */
async function cutPassages(
  { control, models }: Ports,
  model: string,
  text: string,
  sentences: Uint32Array | undefined,
  signal: AbortSignal | undefined,
): Promise<Span[]> {
  const [{ packPassages, passageSize, withIndentation }, { sentencesOf, unpackSentences }] =
    await Promise.all([import('#documents/pack-passages.ts'), import('#documents/sentences.ts')]);
  const size = passageSize(models.find(model)?.contextTokens ?? USUAL_CONTEXT);
  const spans = sentences ? unpackSentences(sentences) : sentencesOf(text);
  const count = (texts: string[]) => control((c) => c.countTextTokens(model, texts), signal);
  return withIndentation(text, await packPassages(text, spans, size, count));
}

/** Ids of stored documents whose vectors are not of the embedding model that is now the one for their language. */
export async function ofOtherModel(
  { store, ...ports }: Pick<SessionPorts, 'store' | 'models' | 'preferences'>,
  documentIds: readonly string[],
): Promise<string[]> {
  const { documents, passages } = await store.opened;
  const isOther = async (id: string) => {
    const first = await passages.where('documentId').equals(id).first();
    const document = first && (await documents.get(id));
    if (!document) return false;
    return !isEmbeddedBy(first, vectorModel(ports, embedderFor(ports, document.text)));
  };
  const others = await Promise.all(documentIds.map(isOther));
  return documentIds.filter((_, i) => others[i]);
}

/** The first document of a chat or a project whose passages have no vectors yet: an import could make none. */
export async function withoutVectors(
  { store }: Pick<SessionPorts, 'store'>,
  owner: string,
  tried: ReadonlySet<string>,
): Promise<string | undefined> {
  const { passages } = await store.opened;
  const own = passages.where('conversationId').equals(owner);
  const isBare = ({ vector, documentId }: Passage) => vector.length === 0 && !tried.has(documentId);
  return (await own.filter(isBare).first())?.documentId;
}

/**
 * Gives a stored document passages and vectors of the embedding model for its language.
 * A document that is deleted meanwhile stays deleted. @throws AnswerError
 */
export async function embedAgain(
  ports: Ports & Pick<SessionPorts, 'store'>,
  documentId: string,
  onProgress: OnProgress = () => {},
  signal?: AbortSignal,
): Promise<void> {
  const { documents, passages } = await ports.store.opened;
  const document = await documents.get(documentId);
  if (!document) return;
  const made = await makePassages(ports, document, undefined, onProgress, signal);
  await documents.db.transaction('rw', documents, passages, async () => {
    if (!(await documents.get(documentId))) return;
    await passages.where('documentId').equals(documentId).delete();
    await passages.bulkAdd(made);
  });
}
