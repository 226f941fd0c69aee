import type { ChatDocument } from '#storage/chat-records.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';

/** 1–3, 7 for 1, 2, 3 and 7. */
export function shortList(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

const STATES = ['text', 'read', 'unreadable', 'empty'] as const;

/**
 * What became of every page of the documents, in words: a line for each.
 * @param refused why files were not added, as far as that was not dismissed
 */
export function describeReading(
  documents: readonly ChatDocument[],
  refused: readonly string[] = [],
): string {
  const isWhole = documents.every(({ pages = [] }) =>
    pages.every(({ state }) => state !== 'unreadable'),
  );
  const lines = documents.map(({ name, pages = [] }) => `- ${name}: ${describeStates(pages)}`);
  return [
    isWhole ? chatFilesText.allWasRead : chatFilesText.notAllWasRead,
    lines.join('\n'),
    ...(refused.length === 0
      ? [chatFilesText.refusedFiles]
      : [chatFilesText.whenAdded, refused.map((text) => `- ${text}`).join('\n')]),
  ].join('\n\n');
}

function describeStates(pages: NonNullable<ChatDocument['pages']>): string {
  if (pages.length === 0) return chatFilesText.wholeText;
  return STATES.flatMap((wanted) => {
    const numbers = pages.flatMap(({ state }, i) => (state === wanted ? [i + 1] : []));
    return numbers.length > 0 ? [chatFilesText[`${wanted}Pages`](shortList(numbers))] : [];
  }).join('; ');
}
