import { formatCount } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { TooLong } from './embed-set.ts';

/** Texts that are too long which an error names. */
const MAX_NAMED = 5;

export function describeTooLong(found: readonly TooLong[], maxTokens: number): string {
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ index, tokens }) =>
      embeddingsText.tooLongText(formatCount(index + 1), formatCount(tokens)),
    );
  if (found.length > MAX_NAMED) named.push('…');
  const list = new Intl.ListFormat(language(), { type: 'unit' }).format(named);
  return embeddingsText.tooLong(formatCount(maxTokens), list, found.length);
}
