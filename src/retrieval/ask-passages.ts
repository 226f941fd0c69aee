/** A passage with the name of its source. */
interface NamedPassage {
  name: string;
  text: string;
}

const TASK = 'Answer this question in one or two sentences, using only the passages above:';

/**
 * A question with the passages that may answer it before it. Small models follow an instruction that comes last, and
 * asked to cite they write little else: the sources of an answer are found afterwards (cite-answer.ts, docs/real-models.md).
 */
export function askPassages(question: string, passages: readonly NamedPassage[]): string {
  if (passages.length === 0) return question;
  const texts = passages.map(({ name, text }) => `${name}:\n${text.trimEnd()}`);
  return [...texts, `${TASK} ${question}`].join('\n\n');
}
