import { eld } from 'eld/extrasmall';
import { SHARED_SCRIPTS } from '#base/words.ts';

/** Characters of a piece that is judged as a whole, once a sentence ends, and at most; the library reads about 350 bytes. */
const MIN_PIECE = 40;
const MAX_PIECE = 250;
/** Parts that are read of a long text, at equal distances, and their characters. */
const PARTS_READ = 64;
const PART_CHARACTERS = 500;

/**
 * How sure a score is: fitted to the Universal Declaration of Human Rights in 56 languages, cut to 10 to 200 characters
 * (mean log-loss 0.21). Scores are per group of four bytes, so that a longer text is surer.
 */
const SURE = 0.14;
const SURE_BYTES = 30;
const MAX_BYTES = 350;
/** The library's own scale of its scores, which is undone here. */
const SCALE = 25;
/** A text in a language that is known reaches this part of that language's usual score; one in another does not. */
const USUAL = 0.86;
const USUAL_WIDTH = 0.04;
/** Parts of the usual score that are tried, from the highest. */
const PARTS = Array.from({ length: 18 }, (_, i) => 1.1 - i * 0.04);

/** The same for a few characters: a script of few languages says more. */
const OF_FEW_LATIN = 0.5;
const OF_FEW = 0.2;

/** Below 1 % a language is noise. */
const ENOUGH = 0.99;

/**
 * The languages of a text by their share of it, the likeliest first, and last `und` with the share that is in none of
 * those known here.
 * @see https://webmachinelearning.github.io/translation-api/#language-detector-algorithm
 */
export function detectLanguages(text: string): { detectedLanguage: string; confidence: number }[] {
  const shares = new Map<string, number>();
  const pieces = piecesOf(sampleOf(text).normalize('NFC'));
  const whole = pieces.reduce((sum, piece) => sum + lettersOf(piece).length, 0);
  for (const piece of pieces) {
    const weight = lettersOf(piece).length / whole;
    for (const [language, share] of judge(piece)) {
      shares.set(language, (shares.get(language) ?? 0) + share * weight);
    }
  }
  const unknown = whole === 0 ? 1 : (shares.get('und') ?? 0);
  shares.delete('und');
  const results: { detectedLanguage: string; confidence: number }[] = [];
  let sum = 0;
  for (const [detectedLanguage, confidence] of [...shares].sort((a, b) => b[1] - a[1])) {
    if (confidence < unknown || sum >= ENOUGH) break;
    results.push({ detectedLanguage, confidence });
    sum += confidence;
  }
  return [...results, { detectedLanguage: 'und', confidence: unknown }];
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{M}]+/gu, '');

/** Pieces of one script each, of a few sentences. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let script = '';
  const end = () => {
    if (/\p{L}/u.test(piece)) pieces.push(piece);
    piece = '';
  };
  // Words, and in scripts without spaces runs of at most twenty characters.
  for (const [word] of text.matchAll(/[\p{L}\p{M}]{1,20}|[^\p{L}\p{M}]+/gu)) {
    const letter = /\p{L}/u.exec(word)?.[0];
    const own =
      letter && (SHARED_SCRIPTS.find(([pattern]) => pattern.test(letter))?.[1] ?? 'other');
    if (own && own !== script) {
      end();
      script = own;
    }
    piece += own ? word : word.slice(0, MIN_PIECE);
    const isSentence = !own && /[.!?\n。！？؟।]/.test(word) && piece.length >= MIN_PIECE;
    if (isSentence || piece.length >= MAX_PIECE) end();
  }
  end();
  return pieces;
}

function sampleOf(text: string): string {
  if (text.length <= PARTS_READ * PART_CHARACTERS) return text;
  const step = text.length / PARTS_READ;
  const parts = Array.from({ length: PARTS_READ }, (_, i) =>
    text.slice(Math.floor(i * step)).slice(0, PART_CHARACTERS),
  );
  return parts.join('\n');
}

/** The languages of a piece and `und`, together 1. */
function judge(piece: string): [string, number][] {
  const result = eld.detect(piece);
  const scores = Object.entries(result.getScores());
  const best = scores[0]?.[1] ?? 0;
  if (best === 0) return [['und', 1]];
  const bytes = Math.min(new TextEncoder().encode(lettersOf(piece)).length, MAX_BYTES);
  const sure = SURE * Math.sqrt(bytes / SURE_BYTES);
  const raw = (score: number) => (SCALE * score) / Math.max(1 - score, 1e-6);
  const weights = scores.map(([, score]) => Math.exp(sure * (raw(score) - raw(best))));
  const sum = weights.reduce((a, b) => a + b, 0);
  const unknown = unknownShare(result, piece);
  const known = scores.map(([language], i): [string, number] => [
    language,
    ((weights[i] ?? 0) / sum) * (1 - unknown),
  ]);
  return [...known, ['und', unknown]];
}

/** How likely a piece is in no language that is known: its score is far below what the language usually has. */
function unknownShare(result: { isReliable: (part?: number) => boolean }, piece: string): number {
  // Fewer than three groups of bytes are never reliable.
  if (!result.isReliable(0)) return /\p{Script=Latin}/u.test(piece) ? OF_FEW_LATIN : OF_FEW;
  const part = PARTS.find((one) => result.isReliable(one)) ?? 0;
  return 1 / (1 + Math.exp((part - USUAL) / USUAL_WIDTH));
}
