import { create } from 'zustand';
import { microphoneLock, Transcripts } from '#storage/transcripts.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { errorsText } from '#ui/messages/errors.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { findModel } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { useChatStore } from './chat-store.ts';

/** A recording that becomes words in the composer. */
interface DictationState {
  /** `asks`: the speech model knows numbers only, and the person has not decided yet. */
  phase: 'idle' | 'asks' | 'transcribing' | 'ended';
  /** The recording, once there is one. */
  file: File | null;
  /** Where it is stored for Transcribe; null in a temporary chat, or when it could not be stored. */
  recordingId: string | null;
  /** Why no words came, or what went wrong. */
  problem: string | null;
}

const IDLE: DictationState = { phase: 'idle', file: null, recordingId: null, problem: null };

export const useDictation = create<DictationState>(() => IDLE);

let transcribing: AbortController | null = null;

export function askBeforeDictation(): void {
  useDictation.setState({ ...IDLE, phase: 'asks' });
}

/** Takes the note about a recording away; the recording stays in Transcribe. */
export function dismissDictation(): void {
  transcribing?.abort();
  useDictation.setState(IDLE);
}

/** Stores what is recorded as it comes, so that a crash loses seconds, not the recording. */
export class KeptParts {
  readonly #id = crypto.randomUUID();
  readonly #transcripts: Promise<Transcripts>;
  #release = () => {};

  constructor({ storage }: Services) {
    this.#transcripts = storage.then((database) => new Transcripts(database));
    // Who adds a part sees the failure.
    this.#transcripts.catch(() => {});
    // Tells other tabs that these parts belong to a recording that goes on.
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    navigator.locks.request(microphoneLock(this.#id), () => held).catch(() => {});
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
export async function dictate(services: Services, file: File): Promise<void> {
  if (file.size === 0) {
    useDictation.setState({ ...IDLE, phase: 'ended', problem: chatFilesText.noSound });
    return;
  }
  const model = readPreferences().speechModel;
  const controller = new AbortController();
  transcribing = controller;
  useDictation.setState({ phase: 'transcribing', file, recordingId: null, problem: null });
  const stored = useChatStore.getState().isTemporary ? null : await store(services, file, model);
  useDictation.setState({ recordingId: stored });
  const end = (problem: string | null) => useDictation.setState({ phase: 'ended', problem });
  try {
    const words = await transcribe(services, file, model, controller.signal);
    if (words === '') end(noWords(model));
    else {
      const { text } = useChatStore.getState();
      useChatStore.setState({ text: text.trim() === '' ? words : `${text.trimEnd()} ${words}` });
      end(null);
    }
  } catch (error) {
    if (controller.signal.aborted) return;
    end(errorsText.failed(chatFilesText.notTranscribed, describeError(error)));
  }
}

async function store({ storage }: Services, file: File, model: string): Promise<string | null> {
  const options = { model, language: null, translate: false };
  try {
    return (await new Transcripts(await storage).add(file, options, Date.now())).id;
  } catch {
    return null;
  }
}

async function transcribe(
  { post }: Services,
  file: File,
  model: string,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('model', model);
  form.set('file', file);
  const response = await post('/v1/audio/transcriptions', form, signal);
  const { text } = (await response.json()) as { text: string };
  return text.trim();
}

function noWords(model: string): string {
  const card = findModel(model);
  return card?.scope === 'digits' ? chatFilesText.noNumbers(card.title) : chatFilesText.noSpeech;
}
