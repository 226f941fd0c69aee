import { decodeFloats } from '#base/bytes.ts';
import { embedderIn, embedderOf, isMostlyOther } from '#catalog/embedder-of.ts';
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
 * The passages of a new document, with vectors of the embedding model for its language; without any where that is not the
 * chosen one and cannot be loaded now, as offline: they are found by words until they are embedded again. Nothing leaves the device.
 * @param sentences Where they are known already; see `packSentences`. @throws AnswerError
 */
export async function makePassages(
  ports: Ports,
  document: ChatDocument,
  sentences: Uint32Array | undefined,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<Passage[]> {
  try {
    return await embedPassages(ports, document, sentences, onProgress, signal);
  } catch (error) {
    const { text } = document;
    const chosen = ports.preferences().embeddingModel;
    if (signal?.aborted || embedderFor(ports, text) === chosen) throw error;
    const spans = await cutPassages(ports, chosen, text, sentences, signal);
    return spans.map((span) => passageOf(document, span));
  }
}

async function embedPassages(
  ports: Ports,
  document: ChatDocument,
  sentences: Uint32Array | undefined,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<Passage[]> {
  const { text } = document;
  const model = embedderFor(ports, text);
  const spans = await cutPassages(ports, model, text, sentences, signal);
  const passages: Passage[] = [];
  for (let i = 0; i < spans.length; i += BATCH) {
    onProgress(i, spans.length);
    const some = spans.slice(i, i + BATCH);
    const texts = some.map(({ start, end }) => text.slice(start, end));
    const vectors = await embedTexts(ports, model, texts, signal);
    for (const [j, span] of some.entries()) {
      const made = { vector: vectors[j] ?? new Float32Array(), ...vectorModel(ports, model) };
      passages.push({ ...passageOf(document, span), ...made });
    }
  }
  return passages;
}

/** A passage without a vector. */
function passageOf({ id, conversationId, text }: ChatDocument, { start, end }: Span): Passage {
  const place = { id: `${id}:${start}`, conversationId, documentId: id, start, end };
  return { ...place, text: text.slice(start, end), vector: new Float32Array() };
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

/** Whether documents are in another language than English, by their ids: their whole texts are read once for it. */
const languages = new Map<string, boolean>();

/** Ids of stored documents whose vectors are not of the embedding model that is now the one for their language. */
export async function ofOtherModel(
  { store, models, preferences }: Pick<SessionPorts, 'store' | 'models' | 'preferences'>,
  documentIds: readonly string[],
): Promise<string[]> {
  const { documents, passages } = await store.opened;
  const others: string[] = [];
  for (const id of documentIds) {
    const first = await passages.where('documentId').equals(id).first();
    if (!first) continue;
    const isOther = languages.get(id) ?? isMostlyOther((await documents.get(id))?.text ?? '');
    languages.set(id, isOther);
    const model = embedderIn(isOther, preferences().embeddingModel, models.list());
    if (!isEmbeddedBy(first, vectorModel({ models }, model))) others.push(id);
  }
  return others;
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
  const made = await embedPassages(ports, document, undefined, onProgress, signal);
  await documents.db.transaction('rw', documents, passages, async () => {
    if (!(await documents.get(documentId))) return;
    await passages.where('documentId').equals(documentId).delete();
    await passages.bulkAdd(made);
  });
}
