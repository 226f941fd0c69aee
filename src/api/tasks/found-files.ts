import type { FileCitation, OutputItem } from '#contract/answers/responses-answer.ts';
import type { ResponsesRequest } from '#contract/responses-request.ts';
import { findCitations } from '#retrieval/cite-answer.ts';

type SearchItem = Extract<OutputItem, { type: 'file_search_call' }>;

/** What a client names to see the passages. */
const RESULTS = 'file_search_call.results';

/** What a search found for a question. */
export interface FoundFiles {
  question: string;
  passages: {
    fileId: string;
    name: string;
    text: string;
    score: number;
    attributes: Readonly<Record<string, string | number | boolean>>;
  }[];
}

/** The search as an item of a response. */
export function toSearchItem(
  id: string,
  { question, passages }: FoundFiles,
  include: ResponsesRequest['include'],
): SearchItem {
  const results = passages.map(({ fileId, name, score, text, attributes }) => {
    return { file_id: fileId, filename: name, score, text, attributes };
  });
  return {
    id,
    type: 'file_search_call',
    status: 'completed',
    queries: [question],
    results: include?.includes(RESULTS) ? results : null,
  };
}

/** Which documents the sentences of an answer are from. */
export function citeFiles(text: string, { question, passages }: FoundFiles): FileCitation[] {
  const texts = passages.map((passage) => passage.text);
  return findCitations(text, question, texts).flatMap(({ end, numbers }) => {
    const cited = numbers.flatMap((number) => passages[number - 1] ?? []);
    return cited.map(({ fileId, name }) => {
      return { type: 'file_citation' as const, index: end, file_id: fileId, filename: name };
    });
  });
}
