import { SpeechGate } from '#audio/speech-gate.ts';
import { FRAME } from '#audio/voice-activity.ts';
import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import type { SpeechTask, SpeechWord } from '#engine/tasks.ts';
import { CertainWords, isGuess, laterBy, readRun } from './certain-words.ts';
import { EarlierSound } from './earlier-sound.ts';
import type { Listener, LiveOptions, Utterance } from './live-listener.ts';
import { SessionLanguage } from './session-language.ts';
import { WaitingSound } from './waiting-sound.ts';

/** Seconds of sound before the first voice that belong to it, and of silence with which a run includes the end of a voice. */
const [LEAD, PAUSE] = [0.4, 0.4];
/** New seconds of sound that are worth another run. */
const MIN_NEW = 0.3;
/** Seconds of a window from which on words that are certain leave it, and that no run exceeds. */
const [LONG, MAX] = [10, 25];
/** Seconds of sound that one run adds to a window: where more waits, words that are certain leave before the rest. */
const STEP = 8;
/** Seconds of a voice behind the last word that may hold another word, and from which on the model has ended too early. */
const [REST, UNREAD] = [0.8, 1.5];
/** Seconds of words that are certain which stay in a window: the next words are understood by them. */
const CONTEXT = 2;
/** Seconds by which a second reading may end before the words that are certain. */
const EARLIER = 0.5;
/** Characters of earlier text that a window is continued from. */
const MAX_PREVIOUS = 300;

/**
 * Transcribes sound while it comes: the model runs on a window that grows, again and again, as often as this device allows,
 * and continues the words that are certain.
 */
export class LiveSpeech {
  readonly #options: LiveOptions;
  readonly #listener: Listener;
  readonly #waiting = new WaitingSound();
  #window = new Float32Array(0);
  /** The sample of the whole stream with which the window begins. */
  #start = 0;
  #gate = new SpeechGate();
  #utterance: Utterance | null = null;
  #previousText = '';
  readonly #earlier = new EarlierSound();
  readonly #language: SessionLanguage;
  #isRunning = false;
  #isClosed = false;

  constructor(options: LiveOptions, listener: Listener) {
    this.#options = options;
    this.#language = new SessionLanguage(options.language, options.usedLanguages ?? []);
    this.#listener = listener;
  }

  /** `samples`: mono, 16 000 Hz. */
  push(samples: Float32Array): void {
    this.#start += this.#waiting.push(samples);
    this.#work();
  }

  /** Ends the utterance here. @returns false where too many ends wait already */
  commit(): boolean {
    const isTaken = this.#waiting.commit();
    this.#work();
    return isTaken;
  }

  /** Forgets the sound that is not transcribed. */
  clear(): void {
    this.#start += this.#waiting.clear();
    this.#dropWindow(this.#window.length);
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  #work(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#run()
      .catch((error: unknown) => this.#listener.fail(error))
      .finally(() => {
        this.#isRunning = false;
        if (!this.#isClosed && this.#waiting.isReady) this.#work();
      });
  }

  /** Works until no sound waits. */
  async #run(): Promise<void> {
    while (!this.#isClosed && this.#waiting.isReady) {
      const isOver = this.#fill();
      try {
        await this.#step(isOver);
      } catch (error) {
        if (this.#isClosed) return;
        this.#endUtterance();
        this.#listener.fail(error);
      }
    }
  }

  async #step(isOver: boolean): Promise<void> {
    if (!this.#gate.isOpen && !this.#utterance) {
      this.#dropWindow(this.#window.length - LEAD * SAMPLE_RATE);
      return;
    }
    this.#utterance ??= await this.#begin();
    const utterance = this.#utterance;
    const seconds = this.#seconds;
    const spoken = seconds - this.#gate.silence;
    const isComplete = utterance.ran >= spoken + PAUSE;
    const isRead = isComplete && !utterance.words.isOpen && !utterance.isHeld;
    if (isOver) return this.#finish(utterance, isRead);
    if (isComplete || seconds - utterance.ran < MIN_NEW) return;
    await this.#transcribe(utterance, false);
    if (this.#isClosed) return;
    if (this.#seconds >= LONG && utterance.words.canLeave(CONTEXT)) {
      await this.#review(utterance, utterance.words.until);
      if (this.#isClosed) return;
      this.#leave(utterance, CONTEXT);
    }
    if (this.#window.length + FRAME > MAX * SAMPLE_RATE) await this.#step(true);
  }

  /** `isRead`: whether no sound is left that a run did not have. */
  async #finish(utterance: Utterance, isRead: boolean): Promise<void> {
    this.#listener.end(this.#end);
    // A voice that was short, or a device that is behind: a quick run finds the language, too.
    const isFirst = !isRead && utterance.words.said === '';
    if (isFirst) await this.#transcribe(utterance, true);
    const isEnough = utterance.isCareful || (isFirst && this.#isAwaited);
    const isReviewed = !isEnough && (await this.#review(utterance));
    if (this.#isClosed) return;
    const rest = this.#seconds - this.#gate.silence - utterance.words.until;
    if (isReviewed ? rest > REST : !isRead && !isFirst) await this.#transcribe(utterance, true);
    while (!this.#isClosed && this.#skipRead(utterance)) await this.#transcribe(utterance, true);
    if (this.#isClosed) return;
    const { transcript, said, inWindow } = utterance.words;
    const seconds = utterance.seconds + this.#seconds;
    this.#listener.done(transcript.trim(), seconds, this.#inStream(inWindow));
    this.#continueFrom(this.#options.withWords ? said : transcript);
    this.#endUtterance();
  }

  /** Begins the window at the last word where a voice continues behind it: the model ended too early. @returns whether it does */
  #skipRead(utterance: Utterance): boolean {
    const spoken = this.#seconds - this.#gate.silence;
    if (!this.#options.withWords || spoken - utterance.words.until < UNREAD) return false;
    return this.#leave(utterance, 0);
  }

  /** A client that ends utterances itself waits for their words; else there is time to read the sound before them, too. */
  get #isAwaited(): boolean {
    return this.#options.silence === null;
  }

  get #seconds(): number {
    return this.#window.length / SAMPLE_RATE;
  }

  /** The second of the stream at which the window ends. */
  get #end(): number {
    return (this.#start + this.#window.length) / SAMPLE_RATE;
  }

  async #begin(): Promise<Utterance> {
    const run = await this.#listener.begin(this.#start / SAMPLE_RATE);
    return { run, words: new CertainWords(), seconds: 0, ran: 0, isHeld: false, isCareful: false };
  }

  #endUtterance(): void {
    const words = this.#utterance?.words.inWindow ?? [];
    this.#utterance = null;
    this.#language.next();
    this.#gate.close();
    this.#leaveBehind(this.#window.length, words);
  }

  /** Moves sound that waits into the window, up to the end of an utterance. @returns whether it is over. */
  #fill(): boolean {
    const waiting = this.#waiting.next();
    const { silence } = this.#options;
    const room = MAX * SAMPLE_RATE - this.#window.length;
    const most = this.#options.withWords ? STEP * SAMPLE_RATE : room;
    let used = 0;
    let isOver = false;
    let lead = 0;
    while (!isOver && used + FRAME <= Math.min(waiting.length, room, most)) {
      const wasOpen = this.#gate.isOpen || this.#utterance !== null;
      this.#gate.push(waiting.subarray(used, used + FRAME));
      used += FRAME;
      if (!wasOpen && this.#gate.isOpen) {
        lead = this.#window.length + used - LEAD * SAMPLE_RATE;
      }
      isOver = this.#gate.isOpen && silence !== null && this.#gate.silence >= silence;
    }
    this.#window = joinSamples([this.#window, waiting.subarray(0, used)]);
    const isCommitted = this.#waiting.take(used);
    this.#dropWindow(lead);
    if (!isCommitted) return isOver;
    if (this.#gate.isOpen || this.#utterance) return true;
    this.#listener.empty();
    return isOver;
  }

  async #transcribe(utterance: Utterance, isOver: boolean): Promise<void> {
    const { words, run } = utterance;
    utterance.ran = this.#seconds;
    const task = this.#task(isOver, words.said, words.until);
    let answer = await readRun(run(task));
    if (isOver && words.said === '' && isGuess(answer)) {
      // No more sound will show what it is: it is decoded with the care that a whole file gets.
      utterance.isCareful = true;
      const { live: _live, ...whole } = task;
      answer = await readRun(run(whole));
    }
    if (this.#isClosed) return;
    const isGuessed = isGuess(answer);
    // A cough is in no language; words that are a guess may be one because they were read in another.
    const state = this.#language.read(answer, answer.text === '' ? 0 : utterance.ran);
    const isTrusted = isOver || utterance.ran >= LONG || (!isGuessed && state === 'sure');
    // What it shows is likelier true than a guess.
    utterance.isHeld = !isTrusted && (state === 'open' || (isGuessed && !this.#language.sure));
    if (utterance.isHeld) return;
    const end = isOver ? Infinity : utterance.ran;
    const { certain, provisional } = this.#options.withWords
      ? words.addTimed(answer.words, isTrusted ? end : 0)
      : words.addText(answer.text, isOver);
    this.#listener.text(certain, provisional, this.#end);
  }

  /**
   * Reads the words in the window again, without those that were certain: the first were read with little sound behind them,
   * and the others continued their errors. The search that a whole file gets takes twice the time here and finds
   * the same (docs/real-models.md). `last`: the second up to which it replaces them. @returns whether it has read all
   */
  async #review(utterance: Utterance, last = Infinity): Promise<boolean> {
    const { words, run } = utterance;
    if (!this.#options.withWords || words.said === '') return false;
    const task = { ...this.#task(true, '', 0), language: this.#language.found };
    const reading = (this.#isAwaited ? new EarlierSound() : this.#earlier).with(task);
    const answer = await readRun(run(reading.task));
    const found = reading.inWindow(answer.words);
    const isWhole = (found.at(-1)?.end ?? 0) >= words.until - EARLIER;
    const isOther = words.isLoopedBy(found) || words.isInOtherScript(found);
    if (this.#isClosed || isGuess(answer) || !isWhole || isOther) return false;
    const added = words.replace(found, last);
    if (last === Infinity) this.#listener.text(added, '', this.#end);
    utterance.ran = this.#seconds;
    return true;
  }

  /** `said`: words of the window that are certain, up to second `until`. */
  #task(isLast: boolean, said: string, until: number): SpeechTask {
    const { silence: _silence, usedLanguages: _used, ...options } = this.#options;
    return {
      ...options,
      kind: 'speech',
      samples: this.#window.slice(),
      isLast,
      language: this.#language.sure,
      previousText: this.#previousText,
      temperature: 0,
      ...(options.withWords && { live: { said, until, likely: this.#language.likely } }),
    };
  }

  /** Takes words that are certain out of the window, with their sound. @returns whether there were some. */
  #leave(utterance: Utterance, lastSeconds: number): boolean {
    const left = utterance.words.leave(lastSeconds);
    if (!left) return false;
    this.#listener.part(this.#inStream(left.words));
    this.#continueFrom(left.text);
    utterance.seconds += left.end;
    utterance.ran -= left.end;
    this.#leaveBehind(Math.round(left.end * SAMPLE_RATE), left.words);
    return true;
  }

  #inStream(words: readonly SpeechWord[]): SpeechWord[] {
    return words.map((word) => laterBy(this.#start / SAMPLE_RATE, word));
  }

  /** `text`: whose sound leaves the window. */
  #continueFrom(text: string): void {
    this.#previousText = `${this.#previousText}${text}`.slice(-MAX_PREVIOUS);
  }

  /** Sound that is read helps with what follows. */
  #leaveBehind(samples: number, words: readonly SpeechWord[]): void {
    this.#earlier.add(this.#window.subarray(0, samples), words);
    this.#dropWindow(samples);
  }

  #dropWindow(samples: number): void {
    if (samples <= 0) return;
    this.#start += samples;
    this.#window = this.#window.slice(samples);
  }
}
