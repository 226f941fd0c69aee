import { SAMPLE_RATE } from '#base/audio.ts';
import type { WindowResult } from '#storage/transcript-records.ts';
import { Transcripts } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Peaks of one second of sound, as the waveform of Transcribe draws them. */
const PEAKS_PER_SECOND = 25;

export type DictatedSegment = WindowResult['segments'][number];

/** A dictated recording in Transcribe. Its words are stored as dictation recognised them, not recognised again. */
export interface DictatedRecording {
  readonly id: string;
  /** Stores the words: without segments, one that lasts as long as the recording. */
  finish: (text: string, segments: readonly DictatedSegment[] | null) => Promise<void>;
  /** Leaves it to the queue of Transcribe. */
  queue: () => Promise<void>;
}

/** Stores a recording that is about to be transcribed. */
export async function storeDictation(
  { store, clock }: Pick<SessionPorts, 'store' | 'clock'>,
  file: File,
  model: string,
): Promise<DictatedRecording> {
  const options = { model, language: null, translate: false };
  const transcripts = new Transcripts(await store.opened);
  // Paused: the queue of another tab must not take it meanwhile.
  const { id } = await transcripts.add(file, options, clock(), 'paused');
  return {
    id,
    async finish(text, segments) {
      const { peaks, seconds } = await drawPeaks(file);
      const whole = text === '' ? [] : [{ text, start: 0, end: seconds }];
      const window = {
        index: 0,
        start: 0,
        end: seconds,
        segments: segments ?? whole,
        language: null,
        leftOut: null,
      };
      await transcripts.saveWindow(id, window);
      await transcripts.finish(id, seconds, peaks);
    },
    async queue() {
      await transcripts.move(id, ['paused'], 'waiting');
    },
  };
}

/** The loudest amplitude of every 40 ms, and the length. @throws where the browser cannot decode the file. */
async function drawPeaks(file: File): Promise<{ peaks: Uint8Array; seconds: number }> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const audio = await context.decodeAudioData(await file.arrayBuffer());
  const width = SAMPLE_RATE / PEAKS_PER_SECOND;
  const peaks = new Uint8Array(Math.ceil(audio.length / width));
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    for (const [i, sample] of audio.getChannelData(channel).entries()) {
      const level = Math.min(255, Math.round(Math.abs(sample) * 255));
      const at = Math.floor(i / width);
      if (level > (peaks[at] ?? 0)) peaks[at] = level;
    }
  }
  return { peaks, seconds: audio.duration };
}
