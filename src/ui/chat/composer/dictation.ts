import { anySignal } from '#base/promises.ts';
import { microphoneLock, Transcripts } from '#storage/transcripts.ts';
import type { ChatCore } from '#ui/chat/session/chat-core.ts';
import type { Conversation } from '#ui/chat/session/conversation.ts';
import { type DictationState, NO_DICTATION } from '#ui/chat/session/conversation-state.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { AnswerError, describeError } from '#ui/state/describe-error.ts';
import { stopReading } from '#ui/state/reading.ts';
import { isStorageFull, STORAGE_PATH } from '#ui/state/storage-full.ts';
import { type DictatedSegment, storeDictation } from './dictated-recording.ts';
import type { Recorder } from './use-recorder.ts';

/** The dictations that are being transcribed, by chat. */
const transcribing = new WeakMap<ChatCore, AbortController>();

/** The person records for this chat, whichever is shown meanwhile. */
function beginDictation(chat: ChatCore): void {
  // It would be recorded.
  stopReading();
  transcribing.get(chat)?.abort();
  show(chat, { ...NO_DICTATION, phase: 'recording' });
}

/** Dismisses the note about a recording; the recording stays in Transcribe. */
export function dismissDictation(chat: ChatCore): void {
  transcribing.get(chat)?.abort();
  show(chat, NO_DICTATION);
}

/**
 * Records for a chat until the recorder ends. Its model gets the recording where it can listen when the recording
 * begins; else its words are written into the composer.
 */
export async function recordFor(chat: Conversation, recorder: Pick<Recorder, 'record'>) {
  const { row, ports } = chat;
  const isFile = ports.models.find(row.settings.model)?.can.audio ?? false;
  beginDictation(chat);
  // What a crash would leave of it.
  const parts = isFile || chat.isTemporary ? null : new StoredParts(chat);
  let isStored = false;
  try {
    const file = await recorder.record((part) => {
      parts?.add(part).catch((error) => chat.warn(chatFilesText.recordingNotStored, error));
    });
    if (file && !isFile) {
      isStored = await dictate(chat, file);
      return;
    }
    dismissDictation(chat);
    if (file) chat.addFiles([file]);
  } catch (error) {
    dismissDictation(chat);
    throw error;
  } finally {
    await parts?.end(isStored);
  }
}

/** Stores a recording in parts while it runs, so that a crash loses only seconds. */
export class StoredParts {
  readonly #id = crypto.randomUUID();
  readonly #transcripts: Promise<Transcripts>;
  #release = () => {};

  constructor({ ports }: ChatCore) {
    this.#transcripts = ports.store.opened.then((database) => new Transcripts(database));
    // Who adds a part sees the failure.
    this.#transcripts.catch(() => {});
    // The lock marks these parts as a recording in progress for other tabs.
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    ports.locks.request(microphoneLock(this.#id), () => held).catch(() => {});
  }

  async add(part: Blob): Promise<void> {
    await (await this.#transcripts).savePart(this.#id, part);
  }

  /** @param isStored Whether the whole recording is: its parts are left for Transcribe where it is not. */
  async end(isStored: boolean): Promise<void> {
    try {
      if (isStored) await (await this.#transcripts).dropParts(this.#id);
    } finally {
      this.#release();
    }
  }
}

/**
 * Stores a recording and writes its words into the composer. Whatever fails, the recording is stored or
 * can be saved. In a temporary chat it is not stored unless the person saves it.
 * @returns whether it is stored.
 */
export async function dictate(chat: ChatCore, file: File): Promise<boolean> {
  if (file.size === 0) {
    show(chat, { ...NO_DICTATION, phase: 'ended', problem: chatFilesText.noSound });
    return false;
  }
  const model = chat.ports.preferences().speechModel;
  const controller = new AbortController();
  transcribing.set(chat, controller);
  const { signal, release } = anySignal([controller.signal, chat.signal]);
  show(chat, { ...NO_DICTATION, phase: 'transcribing', file });
  const notStored = (error: unknown) => {
    show(chat, { help: isStorageFull(error) ? STORAGE_PATH : null });
    return null;
  };
  const stored = chat.isTemporary
    ? null
    : await storeDictation(chat.ports, file, model).catch(notStored);
  show(chat, { recordingId: stored?.id ?? null });
  // A row that cannot be changed now is one of Transcribe all the same.
  const queue = async () => stored?.queue().catch(notStored);
  const end = (problem: string | null) => show(chat, { phase: 'ended', problem });
  try {
    const { text, segments } = await transcribe(chat, file, model, signal);
    const before = chat.state.getState().text;
    if (text !== '')
      chat.state.setState({ text: before.trim() === '' ? text : `${before.trimEnd()} ${text}` });
    // What cannot be stored is transcribed there.
    await stored?.finish(text, segments).catch(queue);
    end(text === '' ? chatFilesText.noSpeech : null);
  } catch (error) {
    await queue();
    if (!signal.aborted) end(errorsText.failed(chatFilesText.notTranscribed, describeError(error)));
  } finally {
    release();
  }
  return stored !== null;
}

interface Transcript {
  text: string;
  /** Absent where the model has no timestamps. */
  segments?: DictatedSegment[];
}

async function transcribe(
  { ports }: ChatCore,
  file: File,
  model: string,
  signal: AbortSignal,
): Promise<{ text: string; segments: readonly DictatedSegment[] | null }> {
  const ask = async (format: 'json' | 'verbose_json') => {
    const form = new FormData();
    form.set('model', model);
    form.set('file', file);
    form.set('response_format', format);
    const response = await ports.v1('/v1/audio/transcriptions', form, signal);
    return (await response.json()) as Transcript;
  };
  const { text, segments } = await ask('verbose_json').catch((error: unknown) => {
    const hasNoTimestamps = error instanceof AnswerError && error.code === 'invalid_value';
    if (!hasNoTimestamps) throw error;
    return ask('json');
  });
  const timed = segments?.map(({ text: words, start, end }) => ({
    text: words.trim(),
    start,
    end,
  }));
  return { text: text.trim(), segments: timed ?? null };
}

function show({ state }: ChatCore, changes: Partial<DictationState>): void {
  state.setState(({ dictation }) => ({ dictation: { ...dictation, ...changes } }));
}
