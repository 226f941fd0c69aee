import { rankingTerms } from '#base/words.ts';
import {
  type FoundPassage,
  type PassageSearch,
  rankPassages,
  type SearchablePassage,
} from '#retrieval/search-passages.ts';

/** A line of a transcript, as documents have it: its time, then its speaker. */
const LINE = /^\[[\d:]+\] ([^:\n]{1,100}): /;
/** Letters of a part of a name that stands for all of it: Ana, of Ana Souza. */
const MIN_NAME = 3;
/** Passages whose lines are compared with the question once more: each is embedded for it. */
const MAX_READ = 40;

/** Speakers whose names a question has, of the lines of transcripts. */
export function askedSpeakers(question: string, texts: readonly string[]): ReadonlySet<string> {
  const asked = new Set(rankingTerms(question));
  const names = new Set(texts.flatMap((text) => text.split('\n')).flatMap(speakerOf));
  const isAsked = (name: string) => {
    const terms = rankingTerms(name);
    if (terms.length === 0) return false;
    if (terms.every((term) => asked.has(term))) return true;
    // A number is all that distinguishes Speaker 1 from Speaker 2.
    return !/\d/.test(name) && terms.some((term) => term.length >= MIN_NAME && asked.has(term));
  };
  return new Set([...names].filter(isAsked));
}

const speakerOf = (line: string) => LINE.exec(line)?.[1] ?? [];

/** What some speakers say in a passage; a line without a name is by the speaker before. */
export function linesBy(text: string, speakers: ReadonlySet<string>): string {
  let isTheirs = false;
  const lines = text.split('\n').filter((line) => {
    const [name] = [speakerOf(line)].flat();
    if (name !== undefined) isTheirs = speakers.has(name);
    return isTheirs;
  });
  return lines.join('\n');
}

export interface SpeakerSearch<Passage extends SearchablePassage> {
  search: Omit<PassageSearch<Passage>, 'passages'>;
  ranked: readonly FoundPassage<Passage>[];
  isTranscript: (passage: Passage) => boolean;
  /** The vector of a text by the model of a passage; null where it is not here. */
  embed: (passage: Passage, text: string) => Promise<Float32Array | null>;
}

/**
 * Ranks passages again where a question names a speaker: of transcripts by what that one says in them, without what
 * others say. The passages themselves are whole, as an answer needs what it answers.
 */
export async function rankBySpeaker<Passage extends SearchablePassage>({
  search,
  ranked,
  isTranscript,
  embed,
}: SpeakerSearch<Passage>): Promise<readonly FoundPassage<Passage>[]> {
  const transcripts = ranked.filter(({ passage }) => isTranscript(passage));
  const speakers = askedSpeakers(
    search.question,
    transcripts.map(({ passage }) => passage.text),
  );
  if (speakers.size === 0) return ranked;
  const whole = new Map<Passage, Passage>();
  for (const { passage } of ranked) {
    if (whole.size === MAX_READ) break;
    const text = isTranscript(passage) ? linesBy(passage.text, speakers) : passage.text;
    if (text === '') continue;
    const vector = text === passage.text ? passage.vector : await embed(passage, text);
    whole.set({ ...passage, text, vector: vector ?? new Float32Array() }, passage);
  }
  const again = await rankPassages({ ...search, passages: [...whole.keys()] });
  return again.map((found) => ({ ...found, passage: whole.get(found.passage) ?? found.passage }));
}
