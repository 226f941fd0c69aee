import { readNumbers } from '#retrieval/text-lines.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** A line as a model sees it. */
export interface SeenLine {
  documentName: string;
  text: string;
}

export interface Judging {
  model: string;
  question: string;
  lines: readonly SeenLine[];
  /** How far the next request may go; asked before each, as a label may be lowered during a run. */
  headers: () => Promise<Readonly<Record<string, string>>>;
  /** A model elsewhere is asked about many lines in one request, as each request travels and is paid for. */
  isElsewhere: boolean;
}

/** A model's word on a line. */
interface Judged {
  index: number;
  /** Logarithm of the odds that the line belongs in the answer. */
  odds: number;
}

/** What one request gave. */
export interface JudgedStep {
  judged: Judged[];
  /** Tokens that the model read and wrote. */
  tokens: number;
}

/** Lines in one request to a model elsewhere. */
const MANY = 40;
/** Characters of a line that a model is shown. */
const MAX_CHARACTERS = 600;
/** The odds of a plain yes or no. */
const CERTAIN = 5;

interface ChatAnswer {
  choices: {
    message: { content: string | null };
    logprobs?: { content: { top_logprobs: { token: string; logprob: number }[] }[] | null } | null;
  }[];
  usage?: { total_tokens: number };
}

/** Asks a model about every line, in order. It writes no line itself, so that it can invent none. @throws AnswerError */
export async function* judgeLines(
  ports: Pick<SessionPorts, 'v1'>,
  judging: Judging,
  signal: AbortSignal,
): AsyncGenerator<JudgedStep> {
  const { lines, isElsewhere } = judging;
  const step = isElsewhere ? MANY : 1;
  for (let at = 0; at < lines.length; at += step) {
    const some = lines.slice(at, at + step);
    const answer = await ask(ports, judging, some, signal);
    const tokens = answer.usage?.total_tokens ?? 0;
    yield {
      judged: isElsewhere ? numbered(answer, some.length, at) : [scored(answer, at)],
      tokens,
    };
  }
}

/** The body of the request about some lines. */
export function judgeBody(
  { model, question, isElsewhere }: Omit<Judging, 'headers'>,
  lines: readonly SeenLine[],
) {
  const content = isElsewhere ? askMany(question, lines) : askOne(question, lines[0]);
  const messages = [{ role: 'user', content }];
  const plain = { model, messages, temperature: 0, enable_thinking: false };
  if (isElsewhere) return { model, messages };
  return { ...plain, max_tokens: 1, logprobs: true, top_logprobs: 20 };
}

async function ask(
  { v1 }: Pick<SessionPorts, 'v1'>,
  judging: Judging,
  lines: readonly SeenLine[],
  signal: AbortSignal,
): Promise<ChatAnswer> {
  const body = judgeBody(judging, lines);
  const headers = await judging.headers();
  signal.throwIfAborted();
  const response = await v1('/v1/chat/completions', body, signal, headers);
  return (await response.json()) as ChatAnswer;
}

const shown = ({ text }: SeenLine) => text.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();

/** The line comes last: what stands before it is read once for all lines. */
function askOne(question: string, line: SeenLine | undefined): string {
  const { documentName = '' } = line ?? {};
  return `Task: ${question}\n\nWe go through the files line by line. Say yes if the line is one of those asked for, and no if it is about something else.\n\nLine from ${documentName}: ${line ? shown(line) : ''}\n\nYes or no?`;
}

function askMany(question: string, lines: readonly SeenLine[]): string {
  const list = lines.map((line, i) => `${i + 1}. (${line.documentName}) ${shown(line)}`).join('\n');
  return `${list}\n\nWhich of these lines belong in the answer to this request? Answer with their numbers alone, separated by commas, or with "none".\n\n${question}`;
}

/** Yes against no, in whatever case the tokens are written. */
function scored({ choices: [choice] }: ChatAnswer, index: number): Judged {
  const top = choice?.logprobs?.content?.[0]?.top_logprobs ?? [];
  if (top.length > 0) return { index, odds: massOf(top, 'yes') - massOf(top, 'no') };
  const text = choice?.message.content ?? '';
  return { index, odds: /^\W*yes\b/i.test(text) ? CERTAIN : -CERTAIN };
}

/** The least share of a word that counts, so that a token that is not listed has a finite logarithm. */
const LEAST = 1e-9;

function massOf(top: readonly { token: string; logprob: number }[], word: string): number {
  const meant = top.filter(({ token }) => token.trim().toLowerCase() === word);
  return Math.log(meant.reduce((sum, { logprob }) => sum + Math.exp(logprob), LEAST));
}

function numbered({ choices: [choice] }: ChatAnswer, count: number, first: number): Judged[] {
  const named = new Set(readNumbers(choice?.message.content ?? '', count));
  return Array.from({ length: count }, (_, i) => ({
    index: first + i,
    odds: named.has(i) ? CERTAIN : -CERTAIN,
  }));
}
