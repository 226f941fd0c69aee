import { expect, test } from 'vitest';
import type { AudioProblem } from '#contract/answers/error-answer.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { explainUnreadable } from './file-kind.ts';

const explain = (name: string, ...content: (string | Uint8Array<ArrayBuffer>)[]) =>
  explainUnreadable(new Blob(content), name, { problem: 'damaged' });

test('each kind of file that holds no sound gets advice of its own', async () => {
  expect(await explain('a.mp3')).toBe(transcribeText.fileEmpty);
  expect(await explain('garden.txt', 'Tomatoes, basil.')).toBe(transcribeText.fileIsText);
  expect(await explain('talk.wav', 'Tomatoes, basil.')).toBe(transcribeText.fileNamedSound('.wav'));
  expect(await explain('a.pdf', '%PDF-1.7')).toBe(transcribeText.fileIsDocument);
  expect(await explain('a.zip', 'PK\u0003\u0004')).toBe(transcribeText.fileIsArchive);
  expect(await explain('a.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBe(
    transcribeText.fileIsPicture,
  );
  expect(await explain('broken.mp3', 'ID3', Uint8Array.of(4, 0, 0))).toBe(
    transcribeText.fileDamaged,
  );
  expect(await explain('a.bin', Uint8Array.of(1, 0, 2, 0xff))).toBe(transcribeText.fileUnknown);
});

test('text of which a character is cut where the reading ends is text', async () => {
  expect(await explain('a.txt', `${'x'.repeat(4_095)}é and more`)).toBe(transcribeText.fileIsText);
});

test('no sound track, a codec that is not decoded here, damage and an unknown format are four things', async () => {
  const file = new Blob(['RIFF    WAVE', Uint8Array.of(0, 1)]);
  const say = (audio: AudioProblem) => explainUnreadable(file, 'a.wav', audio);
  expect(
    await Promise.all([
      say({ problem: 'no_audio_track' }),
      say({ problem: 'unsupported_codec', codec: 'IMA ADPCM' }),
      say({ problem: 'damaged' }),
      say({ problem: 'unknown_format' }),
    ]),
  ).toEqual([
    transcribeText.fileNoSound,
    transcribeText.fileCodec('IMA ADPCM'),
    transcribeText.fileDamaged,
    transcribeText.fileUnknown,
  ]);
});
