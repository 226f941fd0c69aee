import type { StoredFile } from '#storage/chat-records.ts';
import type { Services } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { keepFile } from './chat-files.ts';
import { useChatStore } from './chat-store.ts';
import { ensureStored } from './open-chat.ts';

/** A file cannot go into this chat; the message says why and what would help. */
class AttachError extends Error {
  override readonly name = 'AttachError';
}

/** Bytes of one attached file, as `/v1` takes them. */
const MOST_BYTES = 20_000_000;
/** Files of one message: pictures and recordings are sent whole. */
const MOST_FILES = 20;
const MOST_BYTES_TOGETHER = 60_000_000;

/**
 * Keeps a picture or a recording for the next message.
 * @throws AttachError when the chat's model cannot take it, or no model could.
 */
export async function attachFile(services: Services, file: File): Promise<StoredFile> {
  const kind = mediaKind(file);
  if (kind === null)
    throw new AttachError(
      `${file.name} is neither a picture, a recording nor a document this app reads.`,
    );
  requireModel(kind, file.name);
  if (file.size > MOST_BYTES) throw new AttachError(`${file.name} is over 20 MB.`);
  requireRoom(file);
  await ensureStored(services);
  const { conversation } = useChatStore.getState();
  const stored: StoredFile = {
    id: crypto.randomUUID(),
    conversationId: conversation?.id ?? '',
    name: file.name,
    type: file.type,
    data: file,
  };
  await keepFile(await services.storage, stored);
  return stored;
}

type MediaKind = 'images' | 'audio';

function mediaKind({ type }: File): MediaKind | null {
  if (/^image\/(png|jpeg|webp|gif)$/.test(type)) return 'images';
  return /^(audio|video)\//.test(type) ? 'audio' : null;
}

function requireModel(kind: MediaKind, name: string): void {
  const { models } = useHost.getState();
  const id = useChatStore.getState().conversation?.settings.model;
  const model = models.find((m) => m.id === id);
  if (model?.can[kind]) return;
  const what = kind === 'images' ? 'pictures' : 'audio';
  const able = models.filter((m) => m.can[kind] && m.task !== 'speech').map((m) => m.title);
  const advice =
    able.length > 0
      ? `${able.join(' or ')} would: choose it above the chat.`
      : `None of the models here does${kind === 'audio' ? '; Transcribe turns speech into text' : ''}.`;
  throw new AttachError(`${name}: ${model?.title ?? id} does not take ${what}. ${advice}`);
}

/** @throws AttachError when the next message would get too large to be sent. */
function requireRoom(file: File): void {
  const { attached } = useChatStore.getState();
  if (attached.length >= MOST_FILES)
    throw new AttachError(`“${file.name}” was not attached: a message takes ${MOST_FILES} files.`);
  const together = attached.reduce((sum, { data }) => sum + data.size, file.size);
  if (together > MOST_BYTES_TOGETHER)
    throw new AttachError(`“${file.name}” was not attached: a message takes 60 MB of files.`);
}
