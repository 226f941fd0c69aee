import { writeFileSync } from 'node:fs';
import { LAUNCH_OPTIONS } from './launch-options.ts';

/** A browser whose microphone plays a WAV file: once, or again and again. Without a question to the person. */
export const withMicrophone = (file: string, isLoop = false): typeof LAUNCH_OPTIONS => ({
  ...LAUNCH_OPTIONS,
  args: [
    ...LAUNCH_OPTIONS.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${file}${isLoop ? '' : '%noloop'}`,
  ],
});

/** The same for bytes of a WAV file, base64, which are stored at `file`. */
export function playInMicrophone(file: string, wav: string, isLoop = false): typeof LAUNCH_OPTIONS {
  writeFileSync(file, Buffer.from(wav, 'base64'));
  return withMicrophone(file, isLoop);
}
