import { deferred, untilAborted } from '#base/promises.ts';
import { readListQuestion } from '#retrieval/list-question.ts';
import { linesOf, type TextLine } from '#retrieval/text-lines.ts';
import { belonging, fitting, isUnsure, probedFirst } from '#retrieval/weigh-lines.ts';
import type { ChatDocument, Listing, ListKind, Message, Source } from '#storage/chat-records.ts';
import { type Judging, judgeBody, judgeLines } from '#ui/chat/passages/judge-lines.ts';
import { RunPace } from '#ui/chat/passages/run-pace.ts';
import { type ScoredLines, scoreLines } from '#ui/chat/passages/score-lines.ts';
import { searchedDocuments, searchedPassages } from '#ui/chat/passages/shared-documents.ts';
import { outcomeOf } from '#ui/chat/request/describe-failure.ts';
import { formatCount } from '#ui/kit/format.ts';
import { tablesText } from '#ui/messages/tables.ts';
import { boundaryHeaders, headersStill } from './boundary.ts';
import type { ChatCore } from './chat-core.ts';
import type { ListingWork } from './conversation-state.ts';

/** Lines of one answer; of more the first are listed. */
const MAX_FOUND = 500;
/** `note-2` before `note-10`. */
const byName = new Intl.Collator(undefined, { numeric: true });
/** Milliseconds between two states that are shown, and between two that are stored. */
const SHOW_MS = 250;
const SAVE_MS = 2_000;

interface Asked {
  model: string;
  path: readonly Message[];
  signal: AbortSignal;
}

/** Answers a question with all lines of the documents that belong to it. Never throws: the message has the outcome. */
export async function listAnswer(chat: ChatCore, message: Message, asked: Asked): Promise<Message> {
  const list = new GrowingList(chat, message, asked.path.at(-1));
  try {
    await list.read(asked.signal);
    const { scores, isDecided } = await list.searchLines(asked.signal);
    const card = chat.ports.models.find(asked.model);
    // Guide knows this app alone.
    if (card?.scope !== 'app' && !isDecided) await list.judge(asked, scores);
    return list.finish({ state: 'done' });
  } catch (error) {
    return list.finish(outcomeOf(chat.ports, asked.model, error, asked.signal));
  }
}

/** The list while it grows: shown, stored now and then, and whole at the end. */
class GrowingList {
  readonly #chat: ChatCore;
  readonly #message: Message;
  readonly #question: string;
  readonly #kind: ListKind;
  readonly #began = performance.now();
  #documents: readonly ChatDocument[] = [];
  #lines: readonly TextLine[] = [];
  /** How well each line fits by words and meaning. */
  #scores: readonly number[] = [];
  /** A model's odds of the lines that it has read. */
  readonly #said = new Map<number, number>();
  #isUnsure = false;
  #isByWords = false;
  #read = 0;
  #tokens = 0;
  #work: ListingWork = { phase: 'search', done: 0, total: 0, found: 0, secondsLeft: null };
  #shownAt = 0;
  #savedAt = performance.now();

  constructor(chat: ChatCore, message: Message, question: Message | undefined) {
    this.#chat = chat;
    this.#message = message;
    this.#question = question?.text ?? '';
    this.#kind = question?.everything ?? 'list';
  }

  async read(signal: AbortSignal): Promise<void> {
    const documents = await searchedDocuments(this.#chat);
    this.#documents = [...documents].sort((a, b) => byName.compare(a.name, b.name));
    const passages = await searchedPassages(this.#chat);
    this.#lines = await linesOf(
      passages,
      this.#documents.map(({ id }) => id),
      signal,
    );
  }

  /** Finds lines by words and by meaning. */
  async searchLines(signal: AbortSignal): Promise<ScoredLines> {
    const subject = readListQuestion(this.#question)?.subject ?? this.#question;
    const texts = this.#lines.map(({ text }) => text);
    const progress = (done: number) => this.#show({ done, total: texts.length });
    const found = await scoreLines(this.#chat.ports, subject, texts, progress, signal);
    this.#scores = found.scores;
    this.#isByWords = !found.hasMeaning;
    this.#read = texts.length;
    return found;
  }

  /** Lets a model read every line: what it finds takes the place of what the search found, unless it is unsure of all. */
  async judge(asked: Asked, scores: readonly number[]): Promise<void> {
    const order = probedFirst(scores);
    const judging = await this.#prepare(asked, order);
    const pace = new RunPace(order.length);
    for await (const { judged, tokens } of judgeLines(this.#chat.ports, judging, asked.signal)) {
      for (const { index, odds } of judged) this.#said.set(order[index] ?? 0, odds);
      // Until the model has read a line, what counts is what the search has read.
      this.#read = this.#said.size;
      this.#tokens += tokens;
      const secondsLeft = pace.note(judged.length);
      this.#show({ phase: 'model', done: this.#read, total: order.length, secondsLeft });
      await this.#save();
      this.#isUnsure = isUnsure(this.#said);
      const isLong = !this.#isUnsure && pace.takesLong();
      const isLeft = isLong && !(await this.#decide(secondsLeft ?? 0, asked.signal));
      if (!this.#isUnsure && !isLeft) continue;
      // What the search found stands.
      this.#said.clear();
      this.#read = order.length;
      return;
    }
  }

  /** The lines as the model is asked about them, and how far they may go. */
  async #prepare({ model, path, signal }: Asked, order: readonly number[]): Promise<Judging> {
    const lines = order.map((i) => this.#seen(i));
    const isElsewhere = isAway(this.#chat, model);
    const judging = { model, question: this.#question, lines, isElsewhere };
    // Each document is part of what would leave, and its label counts.
    const sources = this.#documents.map(({ id, name }) => sourceOf(id, name));
    const all = [...path, { ...this.#message, sources }];
    const body = judgeBody({ ...judging, isElsewhere: true }, lines);
    const first = await boundaryHeaders(this.#chat, { path: all, body }, signal);
    const headers = () => headersStill(this.#chat, all, first);
    return { ...judging, headers, isElsewhere: isElsewhere || Object.keys(first).length > 0 };
  }

  /** The lines that belong, in order: as a model has read them, else as the search found them. */
  #found(): number[] {
    const scores = this.#scores;
    if (this.#said.size > 0) return belonging(this.#said, scores);
    return fitting(scores);
  }

  /** The message with its outcome: each line as it stands in its document. */
  finish(end: Pick<Message, 'state' | 'error'>): Message {
    const { listing: before } = this.#message;
    const hasLess =
      before && (this.#read < before.read || (before.isJudged && this.#said.size === 0));
    // A list that was begun again and stopped sooner than the first time leaves the earlier lines.
    if (hasLess && end.state !== 'done') return { ...this.#message, ...end };
    const found = this.#sources();
    const unread = this.#documents.flatMap(({ name, pages = [] }) => {
      const numbers = pages.flatMap(({ state }, i) => (state === 'unreadable' ? [i + 1] : []));
      return numbers.length > 0 ? [`${name}: ${numbers.join(', ')}`] : [];
    });
    const listing: Listing = {
      kind: this.#kind,
      read: this.#read,
      lines: this.#lines.length,
      files: this.#documents.length,
      found: found.length,
      tokens: this.#tokens,
      seconds: (performance.now() - this.#began) / 1_000,
      isJudged: this.#said.size > 0,
      ...(this.#isUnsure ? { isUnsure: true } : {}),
      ...(this.#isByWords ? { isByWords: true } : {}),
      ...(unread.length > 0 ? { unread: unread.join('; ') } : {}),
    };
    const sources = found.slice(0, MAX_FOUND);
    return { ...this.#message, ...end, text: this.#text(found), sources, listing };
  }

  /** Asks whether a long run is wanted. @returns false for the lines that the search found */
  async #decide(seconds: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const { promise, resolve } = deferred<boolean>();
    this.#shownAt = 0;
    this.#show({ secondsLeft: seconds, decide: resolve });
    const readsAll = await untilAborted(promise, signal);
    this.#show({ decide: undefined });
    return readsAll;
  }

  #seen(i: number) {
    const { documentId = '', text = '' } = this.#lines[i] ?? {};
    return { documentName: this.#nameOf(documentId), text };
  }

  #nameOf(id: string): string {
    return this.#documents.find((document) => document.id === id)?.name ?? '';
  }

  /** The lines found as sources, in the order of the documents. A file that repeats one has it once. */
  #sources(): Source[] {
    const sources = new Map<string, Source>();
    for (const i of this.#found()) {
      const line = this.#lines[i];
      if (!line) continue;
      const key = `${line.documentId} ${line.text.replace(/\s+/g, ' ').toLowerCase()}`;
      const documentName = this.#nameOf(line.documentId);
      if (!sources.has(key)) sources.set(key, { ...line, documentName });
    }
    return [...sources.values()];
  }

  /** The list as text, for copies, exports and the next request. */
  #text(found: readonly Source[]): string {
    if (found.length === 0) return this.#nothing();
    const files = new Set(found.map(({ documentId }) => documentId)).size;
    const parts = [tablesText.found(found.length, files)];
    const listed = found.slice(0, MAX_FOUND);
    if (listed.length < found.length) parts.push(tablesText.onlyFirst(formatCount(listed.length)));
    let last = '';
    for (const [i, { documentId, documentName, text }] of listed.entries()) {
      if (documentId !== last) parts.push(`\n${documentName}`);
      last = documentId;
      parts.push(`- ${text.replace(/\s+/g, ' ').trim()} [${i + 1}]`);
    }
    return parts.join('\n');
  }

  /** Why nothing is listed. */
  #nothing(): string {
    if (this.#read === this.#lines.length && this.#scores.length > 0) return tablesText.none;
    return this.#read > 0 ? tablesText.noneSoFar : tablesText.notRead;
  }

  #show(changes: Partial<ListingWork>): void {
    this.#work = { ...this.#work, ...changes };
    const now = performance.now();
    if (now - this.#shownAt < SHOW_MS) return;
    this.#shownAt = now;
    this.#work.found = this.#sources().length;
    const { id } = this.#message;
    const listing = this.#work;
    this.#chat.state.setState(({ live }) => {
      const answer = live[id];
      return answer ? { live: { ...live, [id]: { ...answer, listing } } } : {};
    });
  }

  /** A page that is closed leaves the lines found so far. */
  async #save(): Promise<void> {
    const now = performance.now();
    if (now - this.#savedAt < SAVE_MS) return;
    this.#savedAt = now;
    const text = this.#text(this.#sources());
    await this.#chat.rows.saveProgress(this.#message.id, { text, reasoning: '' }).catch(() => {});
  }
}

/** Whether a model is asked elsewhere, or is one of the browser's, which says nothing of probabilities. */
function isAway({ ports }: ChatCore, model: string): boolean {
  const card = ports.models.find(model);
  return card?.boundary !== undefined || card?.isBrowsers === true;
}

const sourceOf = (documentId: string, documentName: string): Source => ({
  documentId,
  documentName,
  start: 0,
  end: 0,
  text: '',
});
