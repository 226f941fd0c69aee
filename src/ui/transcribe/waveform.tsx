import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RecordingMark, StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { Playback } from '#ui/transcribe/session/playback.ts';
import styles from './player.module.css';

const PEAKS_PER_SECOND = 25;
const STEP_SECONDS = 5;
/** Width of a bar and the gap after it, CSS pixels. */
const BAR = 3;

interface WaveformProps {
  /** 25 a second, 0…255. */
  peaks: Uint8Array;
  /** Seconds of the whole recording. */
  length: number;
  playback: Playback;
  segments: readonly StoredSegment[];
  marks: readonly RecordingMark[];
}

/** The loudness of a recording over time. Seeks with the pointer and the arrow keys. */
export function Waveform({ peaks, length, playback, segments, marks }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const seconds = useStore(playback.state, (state) => Math.round(state.seconds));
  const whole = Math.max(length, peaks.length / PEAKS_PER_SECOND, 0.1);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    const themes = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => setWidth((before) => before + 0.001);
    themes.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      themes.removeEventListener('change', redraw);
    };
  }, []);

  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, width, peaks, whole, segments);
  }, [width, peaks, whole, segments]);

  // The bars are drawn once: only the playhead moves.
  useEffect(() => {
    const show = ({ seconds }: { seconds: number }) =>
      box.current?.style.setProperty('--at', `${(100 * Math.min(seconds, whole)) / whole}%`);
    show(playback.state.getState());
    return playback.state.subscribe(show);
  }, [playback, whole]);

  const seek = (to: number) => playback.seek(Math.min(whole, Math.max(0, to)));

  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return;
    const place = event.currentTarget.getBoundingClientRect();
    seek((whole * (event.clientX - place.left)) / place.width);
  }

  function step(event: KeyboardEvent) {
    const by: Record<string, number> = {
      ArrowLeft: -STEP_SECONDS,
      ArrowRight: STEP_SECONDS,
      PageUp: -60,
      PageDown: 60,
      Home: -whole,
      End: whole,
    };
    const change = by[event.key];
    if (change === undefined) return;
    event.preventDefault();
    seek(playback.state.getState().seconds + change);
  }

  return (
    <div
      ref={box}
      className={styles['wave']}
      role="slider"
      tabIndex={0}
      aria-label={transcribeText.playbackPosition}
      aria-valuemin={0}
      aria-valuemax={Math.round(whole)}
      aria-valuenow={seconds}
      aria-valuetext={transcribeText.position(shortClock(seconds), shortClock(whole))}
      onPointerDown={press}
      onPointerMove={press}
      onKeyDown={step}
    >
      <canvas ref={canvas} className={styles['bars']} />
      {marks.map(({ id, second }) => (
        <span
          key={id}
          className={styles['mark']}
          style={{ insetInlineStart: `${(100 * second) / whole}%` }}
        />
      ))}
      <span className={styles['head']} />
    </div>
  );
}

function draw(
  canvas: HTMLCanvasElement,
  width: number,
  peaks: Uint8Array,
  whole: number,
  segments: readonly StoredSegment[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const height = canvas.clientHeight;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const { color: quiet, accentColor: spoken } = getComputedStyle(canvas);
  for (let x = 0; x + BAR <= width; x += BAR) {
    const from = Math.floor((x / width) * whole * PEAKS_PER_SECOND);
    const to = Math.max(from + 1, Math.floor(((x + BAR) / width) * whole * PEAKS_PER_SECOND));
    let peak = 0;
    for (let i = from; i < to && i < peaks.length; i++) peak = Math.max(peak, peaks[i] ?? 0);
    const high = Math.max(2, (peak / 255) * (height - 4));
    const at = (x / width) * whole;
    context.fillStyle = isSpoken(segments, at, whole / width) ? spoken : quiet;
    context.beginPath();
    context.roundRect(x, (height - high) / 2, BAR - 1, high, 1);
    context.fill();
  }
}

/** Whether there is speech within a pixel of a moment; segments are in order. */
function isSpoken(segments: readonly StoredSegment[], at: number, pixel: number): boolean {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle] as StoredSegment;
    if (segment.end < at) low = middle + 1;
    else if (segment.start > at + pixel * BAR) high = middle - 1;
    else return true;
  }
  return false;
}
