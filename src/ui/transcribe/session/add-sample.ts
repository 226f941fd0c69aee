import { appPath } from '#contract/app-path.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import type { TranscriptionSession } from './transcription-session.ts';

/** The recording that comes with the app. */
const SAMPLE = {
  file: 'inaugural-address-1961.mp3',
  name: 'Kennedy, inaugural address.mp3',
  type: 'audio/mpeg',
};

/** Adds the bundled recording for the chosen model; one that is there already is opened. @returns its id. */
export async function addSample(
  session: TranscriptionSession,
  options: TranscriptionOptions,
  load: (path: string) => Promise<Response> = fetch,
): Promise<string> {
  const { file, name, type } = SAMPLE;
  const list = await session.transcripts.list();
  const there = list.find((r) => r.name === name && r.model === options.model);
  if (there) return there.id;
  const response = await load(appPath(`/samples/${file}`));
  if (!response.ok) throw new Error(`${response.status}`);
  const [id = ''] = await session.add([new File([await response.blob()], name, { type })], options);
  return id;
}
