import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DATA = fileURLToPath(new URL('./data/', import.meta.url));

interface Transcript {
  text: string;
  /** Word and the second it starts at. */
  words: [string, number][];
}

/** Recordings of real people saying digits, held out of all training, with what they say. */
export const TRANSCRIPTS = JSON.parse(
  readFileSync(join(DATA, 'transcripts.json'), 'utf8'),
) as Record<string, Transcript>;

/** Runs ffmpeg with one output file and gives its bytes, base64. */
export function ffmpeg(args: string[], extension: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  try {
    const out = join(folder, `out.${extension}`);
    execFileSync('ffmpeg', ['-v', 'error', ...args, out]);
    return readFileSync(out).toString('base64');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seconds of sound that ffmpeg decodes from a file, given as base64. */
export function decodedSeconds(base64: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  try {
    const path = join(folder, 'in');
    writeFileSync(path, Buffer.from(base64, 'base64'));
    const args = ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', '-ar', '48000', '-'];
    return execFileSync('ffmpeg', args, { maxBuffer: 1e9 }).length / 96_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const VIDEO = ['-f', 'lavfi', '-i', 'color=c=teal:s=64x64:r=10'];
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-shortest'];

/** How to make each container of the contract from one WAV file. */
export const FORMATS: Record<string, (wav: string) => string> = {
  wav: (wav) => ffmpeg(['-i', wav, '-ar', '44100', '-ac', '2'], 'wav'),
  flac: (wav) => ffmpeg(['-i', wav], 'flac'),
  mp3: (wav) => ffmpeg(['-i', wav, '-b:a', '128k'], 'mp3'),
  mpga: (wav) => ffmpeg(['-i', wav, '-b:a', '96k', '-f', 'mp3'], 'mpga'),
  mpeg: (wav) => ffmpeg(['-i', wav, '-b:a', '96k', '-f', 'mp3'], 'mpeg'),
  m4a: (wav) => ffmpeg(['-i', wav, '-c:a', 'aac', '-b:a', '128k'], 'm4a'),
  mp4: (wav) => ffmpeg([...VIDEO, '-i', wav, ...H264, '-c:a', 'aac', '-b:a', '128k'], 'mp4'),
  ogg: (wav) => ffmpeg(['-i', wav, '-c:a', 'libvorbis', '-q:a', '6'], 'ogg'),
  oga: (wav) => ffmpeg(['-i', wav, '-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg'], 'oga'),
  webm: (wav) => ffmpeg(['-i', wav, '-c:a', 'libopus', '-b:a', '64k'], 'webm'),
};

/** A video whose picture moves and which has no sound. */
export const silentVideo = () => ffmpeg([...VIDEO, ...H264, '-t', '2'], 'mp4');
