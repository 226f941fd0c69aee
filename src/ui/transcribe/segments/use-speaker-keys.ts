import { useEffect } from 'react';
import type { Speaker, StoredSegment } from '#storage/transcript-records.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import type { TranscriptDocument } from '#ui/transcribe/session/transcript-document.ts';
import { segmentAt } from '#ui/transcribe/session/word-times.ts';

interface SpeakerKeys {
  playback: Playback;
  segments: readonly StoredSegment[];
  speakers: readonly Speaker[];
  transcript: TranscriptDocument;
}

/** What a digit is typed into. */
const TEXTS = 'input, textarea, select, [role=textbox], dialog, [popover]';

/** While it plays, the keys 1 to 9 say who speaks: the first to the ninth speaker. */
export function useSpeakerKeys({ playback, segments, speakers, transcript }: SpeakerKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const { isPlaying, seconds } = playback.state.getState();
      const isTyped = target instanceof Element && target.closest(TEXTS) !== null;
      if (!isPlaying || isTyped || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return;
      const speaker = speakers[Number(key) - 1];
      const said = segmentAt(segments, seconds);
      if (!speaker || !said) return;
      event.preventDefault();
      transcript.assign(speaker.id, ({ id }) => id === said.id);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [playback, segments, speakers, transcript]);
}
