import { isOtherLanguage } from '#base/other-language.ts';
import { isEnglishOnly, type ModelCard } from './model-card.ts';

/** Whether a model knows the language of texts. To one that does not they are noise. */
export const understands = (
  card: Pick<ModelCard, 'languages'>,
  ...texts: readonly string[]
): boolean => !isEnglishOnly(card) || !texts.some(isOtherLanguage);

/**
 * The cross-encoder of these models that says how well texts answer a question: the one that was installed last, as a
 * person chose it. Null where none knows their language.
 */
export const rerankerOf = <Card extends Pick<ModelCard, 'task' | 'languages'>>(
  models: Iterable<Card>,
  ...texts: readonly string[]
): Card | null =>
  [...models].findLast((card) => card.task === 'rerank' && understands(card, ...texts)) ?? null;
