import { microphoneLock, Transcripts } from '#storage/transcripts.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { type ChatContext, type DictationState, NO_DICTATION } from './chat-context.ts';

export function askBeforeDictation(chat: ChatContext): void {
  show(chat, { ...NO_DICTATION, phase: 'asks' });
}

/** Takes the note about a recording away; the recording stays in Transcribe. */
export function dismissDictation(chat: ChatContext): void {
  chat.transcribing?.abort();
  show(chat, NO_DICTATION);
}

/** Stores what is recorded as it comes, so that a crash loses seconds, not the recording. */
export class StoredParts {
  readonly #id = crypto.randomUUID();
  readonly #transcripts: Promise<Transcripts>;
  #release = () => {};

  constructor({ ports }: ChatContext) {
    this.#transcripts = ports.store.opened.then((database) => new Transcripts(database));
    // Who adds a part sees the failure.
    this.#transcripts.catch(() => {});
    // Tells other tabs that these parts belong to a recording that goes on.
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    ports.locks.request(microphoneLock(this.#id), () => held).catch(() => {});
  }

  async add(part: Blob): Promise<void> {
    await (await this.#transcripts).keepPart(this.#id, part);
  }

  async drop(): Promise<void> {
    await (await this.#transcripts).dropParts(this.#id);
    this.#release();
  }
}

/**
 * Stores a recording and writes its words into the composer. Whatever fails, the recording is stored or
 * can be saved. In a temporary chat it is not stored unless the person saves it.
 */
export async function dictate(chat: ChatContext, file: File): Promise<void> {
  if (file.size === 0) {
    show(chat, { ...NO_DICTATION, phase: 'ended', problem: chatFilesText.noSound });
    return;
  }
  const model = readPreferences().speechModel;
  const controller = new AbortController();
  chat.transcribing = controller;
  show(chat, { phase: 'transcribing', file, recordingId: null, problem: null });
  const stored = chat.state.getState().isTemporary ? null : await store(chat, file, model);
  show(chat, { recordingId: stored });
  const end = (problem: string | null) => show(chat, { phase: 'ended', problem });
  try {
    const words = await transcribe(chat, file, model, controller.signal);
    if (words === '') end(noWords(model));
    else {
      const { text } = chat.state.getState();
      chat.state.setState({ text: text.trim() === '' ? words : `${text.trimEnd()} ${words}` });
      end(null);
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    end(errorsText.failed(chatFilesText.notTranscribed, describeError(error)));
  }
}

async function store(chat: ChatContext, file: File, model: string): Promise<string | null> {
  const options = { model, language: null, translate: false };
  try {
    return (
      await new Transcripts(await chat.ports.store.opened).add(file, options, chat.ports.clock())
    ).id;
  } catch {
    return null;
  }
}

async function transcribe(
  chat: ChatContext,
  file: File,
  model: string,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('model', model);
  form.set('file', file);
  const response = await chat.ports.v1('/v1/audio/transcriptions', form, signal);
  const { text } = (await response.json()) as { text: string };
  return text.trim();
}

function noWords(model: string): string {
  const card = findModel(model);
  return card?.scope === 'digits' ? chatFilesText.noNumbers(card.title) : chatFilesText.noSpeech;
}

function show({ state }: ChatContext, changes: Partial<DictationState>): void {
  state.setState(({ dictation }) => ({ dictation: { ...dictation, ...changes } }));
}
