import type { TextSet } from '#storage/text-set-records.ts';
import { MAX_SET_CELLS } from '#storage/text-set-records.ts';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { nameOf } from './embeddings-state.ts';

/** Columns past the limit are not in a stored set; null where there are none. */
export function describeLeftOut(count = 0): string | null {
  return count === 0 ? null : embeddingsText.columnsLeftOut(count, formatCount(MAX_SET_CELLS));
}

/** What to say when a set was saved. */
export function describeSaved(set: TextSet): string {
  const leftOut = describeLeftOut(set.columnsLeftOut);
  return [embeddingsText.saved(nameOf(set)), ...(leftOut ? [leftOut] : [])].join(' ');
}
