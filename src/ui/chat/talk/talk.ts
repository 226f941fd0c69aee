import { anySignal } from '#base/promises.ts';
import type { ChatCore } from '#ui/chat/session/chat-core.ts';
import type { Conversation } from '#ui/chat/session/conversation.ts';
import { isAnswering } from '#ui/chat/session/conversation-state.ts';
import { whyRefused } from '#ui/kit/open-microphone.ts';
import { talkText } from '#ui/messages/read-aloud.ts';
import type { Reader } from '#ui/read-aloud/session/reader.ts';
import { chosenVoice } from '#ui/read-aloud/session/voices.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { stopReading, useReading } from '#ui/state/reading.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { listen } from './listen.ts';
import { LiveWords } from './live-words.ts';
import { readingOf } from './read-answer.ts';
import { NO_TALK, useTalk } from './talk-state.ts';

/** Listens, sends each utterance as a message of the chat, and reads the answer while it is written. */
export class Talk {
  readonly #listen: typeof listen;
  #end: AbortController | null = null;
  /** The answers that are read. */
  #reading: Promise<void> = Promise.resolve();
  /** Aborts where the answer is interrupted. */
  #turn = new AbortController();
  #isRecording = false;
  /** Said and not sent yet: who pauses for long and speaks again continues the same message. */
  #words: string[] = [];
  /** A message that the person continued before it was sent. */
  #unsent = '';
  /** Writes down the words of a person while they speak; null before the first word, and where a model cannot. */
  #live: LiveWords | null = null;
  /** Utterances that are being transcribed. */
  #pending = 0;

  constructor(_ports: SessionPorts, open = listen) {
    this.#listen = open;
  }

  async start(chat: Conversation, reader: Reader): Promise<void> {
    this.stop();
    stopReading();
    const end = new AbortController();
    this.#end = end;
    useTalk.setState({ ...NO_TALK, chatId: chat.id });
    const unfollow = this.#readAnswers(chat, reader);
    end.signal.addEventListener('abort', unfollow);
    // The page ends it by its state.
    const watch = useTalk.subscribe(({ chatId }) => chatId !== chat.id && this.stop());
    end.signal.addEventListener('abort', watch);
    const interrupt = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (event.key === 'Escape' && !isAnswering(chat.state.getState())) this.stop();
      else this.#interrupt(chat);
    };
    globalThis.document?.addEventListener('keydown', interrupt, { signal: end.signal });
    try {
      // Else a first utterance would wait for the model.
      const { speechModel } = chat.ports.preferences();
      await chat.ports.control((host) => host.load(speechModel), end.signal);
      const close = await this.#listen(isSpeaking, {
        onBegin: () => {
          this.#isRecording = true;
          // Its sound must be in one session from the first moment on.
          if (!this.#live?.isUsable) this.#live = null;
          this.#interrupt(chat);
          useTalk.setState({ phase: 'recording', problem: null });
        },
        onSound: (samples, rate) => {
          this.#live ??= new LiveWords(chat.ports, rate, end.signal);
          this.#live.push(samples);
        },
        onEnd: (speech) => {
          this.#isRecording = false;
          void this.#write(chat, speech, end.signal).catch(reportError);
        },
        onLevel: (level) => useTalk.setState({ level }),
        onLost: () => this.stop(),
      });
      if (end.signal.aborted) return close();
      end.signal.addEventListener('abort', close);
      useTalk.setState({ phase: 'listening' });
      prepare(chat, end.signal);
    } catch (error) {
      if (end.signal.aborted) return;
      this.stop();
      useTalk.setState({ problem: describeStart(error) });
    }
  }

  stop(): void {
    if (!this.#end) return;
    this.#end.abort();
    this.#end = null;
    this.#turn.abort();
    this.#isRecording = false;
    this.#live?.close();
    this.#live = null;
    this.#words = [];
    this.#unsent = '';
    stopReading();
    useTalk.setState(NO_TALK);
  }

  /** The person speaks or presses a key: the voice and the answer stop immediately. */
  #interrupt(chat: ChatCore): void {
    this.#turn.abort();
    stopReading();
    if (isAnswering(chat.state.getState())) chat.stop();
    const { phase } = useTalk.getState();
    if (phase === 'thinking' || phase === 'speaking') useTalk.setState({ phase: 'listening' });
  }

  /** Writes down an utterance, and sends it once no other is on its way. */
  async #write(chat: Conversation, speech: Blob | null, signal: AbortSignal): Promise<void> {
    const words = this.#words;
    const at = words.push('') - 1;
    let problem: string | null = null;
    this.#pending++;
    useTalk.setState({ phase: speech ? 'transcribing' : 'listening' });
    try {
      const live = await this.#live?.finish();
      // A noise has no words, whatever a model makes of it.
      if (speech) words[at] = live ?? (await transcribe(chat.ports, speech, signal));
      if (words[at] === '' && speech) problem = talkText.notUnderstood;
    } catch (error) {
      problem = describeError(error);
    } finally {
      this.#pending--;
    }
    if (signal.aborted || this.#isRecording || this.#pending > 0) return;
    const said = [this.#unsent, ...words.splice(0)].filter(Boolean).join(' ');
    this.#unsent = '';
    if (said === '') useTalk.setState({ phase: 'listening', problem });
    else await this.#ask(chat, said, signal);
  }

  async #ask(chat: Conversation, said: string, end: AbortSignal): Promise<void> {
    this.#turn.abort();
    const turn = new AbortController();
    this.#turn = turn;
    const { signal, release } = anySignal([turn.signal, end, chat.signal]);
    useTalk.setState({ phase: 'thinking' });
    let problem: string | null = null;
    try {
      await whenFree(chat, signal);
      if (turn.signal.aborted && this.#isRecording) this.#unsent = said;
      if (signal.aborted) return;
      await chat.send(said);
      await this.#reading;
    } catch (error) {
      problem = describeError(error);
    } finally {
      release();
    }
    if (!signal.aborted) useTalk.setState({ phase: 'listening', problem });
  }

  /** Reads each answer of the chat while it is written. @returns a function that ends it */
  #readAnswers(chat: ChatCore, reader: Reader): () => void {
    const seen = new Set(Object.keys(chat.state.getState().live));
    const followVoice = useReading.subscribe(({ reading }) => {
      const { phase } = useTalk.getState();
      if (reading?.phase === 'speaking' && phase === 'thinking')
        useTalk.setState({ phase: 'speaking' });
    });
    const followChat = chat.state.subscribe(({ live, tree }) => {
      for (const id of Object.keys(live)) {
        const message = tree.byId.get(id);
        // The second of two models is silent.
        if (!message || seen.has(id) || message.modelIndex === 1) continue;
        seen.add(id);
        const { signal } = this.#turn;
        // An answer that calls tools is followed by another one.
        this.#reading = this.#reading.then(() =>
          signal.aborted ? undefined : reader.start(readingOf(chat, message)),
        );
      }
    });
    return () => {
      followVoice();
      followChat();
    };
  }
}

const isSpeaking = () => useReading.getState().reading?.phase === 'speaking';

/** Resolves when an answer that was interrupted has ended: a message that waits for it would be halted with it. */
function whenFree({ state }: ChatCore, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (state.getState().runs.length > 0 && !signal.aborted) return;
      unfollow();
      resolve();
    };
    const unfollow = state.subscribe(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Why the microphone or the speech model could not be opened. */
const describeStart = (error: unknown) =>
  error instanceof DOMException ? whyRefused(error) : describeError(error);

/** Loads the models while the person speaks. Where that fails, their first use reports it. */
function prepare({ ports, row }: ChatCore, signal: AbortSignal): void {
  for (const model of [chosenVoice(ports).model, row.settings.model])
    ports.control((host) => host.load(model), signal).catch(() => {});
}

/** By the speech model that the person chose. */
async function transcribe(
  { v1, preferences }: SessionPorts,
  speech: Blob,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('model', preferences().speechModel);
  form.set('file', new File([speech], 'speech.wav', { type: 'audio/wav' }));
  form.set('response_format', 'json');
  const response = await v1('/v1/audio/transcriptions', form, signal);
  const { text } = (await response.json()) as { text: string };
  return text.trim();
}
