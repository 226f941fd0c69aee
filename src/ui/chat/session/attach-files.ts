import type { StoredFile } from '#storage/chat-records.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { useHost } from '#ui/state/models.ts';
import type { ChatContext, Refusal } from './chat-context.ts';
import { storeFile } from './chat-files.ts';
import { ensureStored } from './open-chat.ts';

/** A file cannot go into this chat; the message names the reason and the remedy. */
export class AttachError extends Error {
  override readonly name = 'AttachError';
  readonly help: Refusal['help'];

  constructor(message: string, help: Refusal['help'] = null) {
    super(message);
    this.help = help;
  }
}

/** Maximum bytes of one attached file, the limit of `/v1`. */
const MAX_BYTES = 20_000_000;
/** Files of one message: pictures and recordings are sent whole. */
const MAX_FILES = 20;
const MAX_BYTES_TOGETHER = 60_000_000;

/**
 * Stores a picture or a recording for the next message.
 * @throws AttachError when the chat's model cannot read it, or no model could.
 */
export async function attachFile(chat: ChatContext, file: File): Promise<StoredFile> {
  const kind = mediaKind(file);
  if (kind === null) throw new AttachError(chatFilesText.unknownKind(file.name));
  requireModel(chat, kind, file);
  if (file.size > MAX_BYTES)
    throw new AttachError(chatFilesText.tooLarge(file.name, formatBytes(MAX_BYTES)));
  requireRoom(chat, file);
  await ensureStored(chat);
  const { conversation } = chat.state.getState();
  const stored: StoredFile = {
    id: crypto.randomUUID(),
    conversationId: conversation?.id ?? '',
    name: file.name,
    type: file.type,
    data: file,
  };
  await storeFile(chat, stored);
  return stored;
}

type MediaKind = 'images' | 'audio';

function mediaKind({ type }: File): MediaKind | null {
  if (/^image\/(png|jpeg|webp|gif)$/.test(type)) return 'images';
  return /^(audio|video)\//.test(type) ? 'audio' : null;
}

function requireModel(chat: ChatContext, kind: MediaKind, file: File): void {
  const { models } = useHost.getState();
  const id = chat.state.getState().conversation?.settings.model;
  const model = models.find((m) => m.id === id);
  if (model?.can[kind]) return;
  const title = model?.title ?? id ?? '';
  const { noPictures, noAudio, noModel, inTranscribe } = chatFilesText;
  const reason = kind === 'images' ? noPictures(file.name, title) : noAudio(file.name, title);
  const able = models.find((m) => m.can[kind] && m.task !== 'speech');
  if (able) throw new AttachError(reason, { id: able.id, title: able.title, file });
  if (kind === 'audio') throw new AttachError(inTranscribe(reason), '/transcribe');
  throw new AttachError(noModel(reason), '/models');
}

/** @throws AttachError when the next message would get too large to be sent. */
function requireRoom(chat: ChatContext, file: File): void {
  const { attached } = chat.state.getState();
  if (attached.length >= MAX_FILES)
    throw new AttachError(chatFilesText.tooManyFiles(file.name, MAX_FILES));
  const together = attached.reduce((sum, { data }) => sum + data.size, file.size);
  if (together > MAX_BYTES_TOGETHER)
    throw new AttachError(
      chatFilesText.tooLargeTogether(file.name, formatBytes(MAX_BYTES_TOGETHER)),
    );
}
