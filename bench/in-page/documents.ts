import { packPassages, passageSize } from '#documents/pack-passages.ts';
import { sentencesOf } from '#documents/sentences.ts';
import { citeAnswer } from '#retrieval/cite-answer.ts';
import { hybridSearch } from '#retrieval/hybrid-search.ts';
import { withNeighbours } from '#retrieval/search-passages.ts';
import type { Message, Source } from '#storage/chat-records.ts';
import { toWireMessages } from '#ui/chat/request/to-request.ts';

interface Document {
  name: string;
  text: string;
  /** Question, what a right answer matches, words that only the right passage has. */
  questions: [question: string, fact: string, words: string][];
}

/** As the chat searches. */
const MIN_COSINE = 0.2;
const MAX_PASSAGES = 3;
const BATCH = 32;
const CONTEXT = 512;

/** Each question as the chat would ask it of all documents together. */
export async function prepare(key: string, documents: readonly Document[]) {
  const passages: Source[] = [];
  for (const { name, text } of documents) {
    // The embedding model counts about four characters a token.
    const count = async (texts: string[]) => texts.map((t) => Math.ceil(t.length / 4));
    const spans = await packPassages(text, sentencesOf(text), passageSize(CONTEXT), count);
    const cut = spans.map(({ start, end }) => {
      return { documentId: name, documentName: name, start, end, text: text.slice(start, end) };
    });
    passages.push(...cut);
  }
  const vectors = await embed(
    key,
    passages.map(({ text }) => text),
  );
  const candidates = passages.map(({ text }, i) => ({ text, vector: vectors[i] as Float32Array }));
  const prepared = [];
  for (const [at, { questions }] of documents.entries()) {
    const asked = await embed(
      key,
      questions.map(([question]) => question),
    );
    for (const [i, [question, fact, words]] of questions.entries()) {
      const found = await hybridSearch(
        question,
        [{ vector: asked[i] as Float32Array }],
        candidates,
        {
          minCosine: MIN_COSINE,
        },
      );
      const best = found.slice(0, MAX_PASSAGES).map(({ index }) => passages[index] as Source);
      const sources = withNeighbours(best, passages, MAX_PASSAGES);
      const message = { role: 'user', text: question, sources } as unknown as Message;
      const messages = await toWireMessages([message], '', async () => undefined);
      const right = sources.flatMap(({ text }, n) => (text.includes(words) ? [n + 1] : []));
      prepared.push({ document: at, question, fact, right, sources, messages });
    }
  }
  return prepared;
}

/** Asks a question, and cites its answer as the chat does. */
export async function ask(
  key: string,
  model: string,
  { question, sources, messages }: { question: string; sources: Source[]; messages: object[] },
) {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, temperature: 0, max_tokens: 64 }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const answer = choices[0]?.message.content ?? '';
  const passages = sources.map(({ text }) => text);
  return citeAnswer(answer, question, passages);
}

async function embed(key: string, input: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < input.length; at += BATCH) {
    const response = await fetch('/v1/embeddings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'alcove-embed', input: input.slice(at, at + BATCH) }),
    });
    if (!response.ok) throw new Error(await response.text());
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    vectors.push(...data.map(({ embedding }) => Float32Array.from(embedding)));
  }
  return vectors;
}
