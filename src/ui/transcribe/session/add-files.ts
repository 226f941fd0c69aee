import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { decodeName } from '#ui/kit/item-path.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { SOUND } from './file-kind.ts';

/** Why a URL cannot be read from this page. */
type AddressFault =
  | { problem: 'invalid' | 'page' | 'offline_mode' }
  | { problem: 'other_site'; host: string }
  | { problem: 'status'; status: number };

export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly fault: AddressFault;

  constructor(fault: AddressFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

export function defaultOptions(): TranscriptionOptions {
  return { model: readPreferences().speechModel, language: null, translate: false };
}

/** Whether a file of a folder is a recording. By name too: some systems know no type for .opus, .mkv or .flac. */
export function isSound({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^(audio|video)\//.test(type) || SOUND.test(name);
}

/** Whether a file is a transcript, or an export of several: never sound. */
export const isExport = ({ name }: Pick<File, 'name'>): boolean =>
  /\.(?:srt|vtt|csv|txt|md|docx|json|ndjson|alcove|zip)$/i.test(name);

/** Fetches the file at a URL. @throws AddressError where it cannot be read, with why. */
export async function readAddress(text: string): Promise<File> {
  let url: URL;
  try {
    url = new URL(text.trim(), location.href);
  } catch {
    throw new AddressError({ problem: 'invalid' });
  }
  const isElsewhere = url.origin !== location.origin;
  if (isElsewhere && useHost.getState().status.isOffline) {
    throw new AddressError({ problem: 'offline_mode' });
  }
  const response = await fetch(url).catch(() => {
    throw new AddressError({ problem: 'other_site', host: url.host });
  });
  const { ok, status } = response;
  if (!ok) throw new AddressError({ problem: 'status', status });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) throw new AddressError({ problem: 'page' });
  const name = decodeName(url.pathname.split('/').pop() ?? '') || transcribeText.unnamed;
  return new File([await response.blob()], name, { type });
}
