import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import styles from './transcript.module.css';

const PEAKS_PER_SECOND = 25;
const STEP_SECONDS = 5;
/** Width of a bar and the gap after it, CSS pixels. */
const BAR = 3;

interface WaveformProps {
  /** 25 a second, 0…255. */
  peaks: Uint8Array;
  /** Seconds of the whole recording. */
  length: number;
  seconds: number;
  segments: readonly StoredSegment[];
  onSeek: (seconds: number) => void;
}

/** The loudness of a recording over time. Seeks with the pointer and the arrow keys. */
export function Waveform({ peaks, length, seconds, segments, onSeek }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const whole = Math.max(length, peaks.length / PEAKS_PER_SECOND, 0.1);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, width, peaks, whole, seconds, segments);
  }, [width, peaks, whole, seconds, segments]);

  function press(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    onSeek(Math.min(whole, Math.max(0, (whole * (event.clientX - box.left)) / box.width)));
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
    onSeek(Math.min(whole, Math.max(0, seconds + change)));
  }

  return (
    <canvas
      ref={canvas}
      className={styles['wave']}
      role="slider"
      tabIndex={0}
      aria-label={transcribeText.playbackPosition}
      aria-valuemin={0}
      aria-valuemax={Math.round(whole)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={transcribeText.position(shortClock(seconds), shortClock(whole))}
      onPointerDown={press}
      onPointerMove={press}
      onKeyDown={step}
    />
  );
}

function draw(
  canvas: HTMLCanvasElement,
  width: number,
  peaks: Uint8Array,
  whole: number,
  seconds: number,
  segments: readonly StoredSegment[],
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const height = canvas.clientHeight;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name);
  const quiet = style.color;
  const spoken = style.accentColor;
  for (let x = 0; x + BAR <= width; x += BAR) {
    const from = Math.floor((x / width) * whole * PEAKS_PER_SECOND);
    const to = Math.max(from + 1, Math.floor(((x + BAR) / width) * whole * PEAKS_PER_SECOND));
    let peak = 0;
    for (let i = from; i < to && i < peaks.length; i++) peak = Math.max(peak, peaks[i] ?? 0);
    const high = Math.max(1, (peak / 255) * (height - 8));
    const at = (x / width) * whole;
    context.fillStyle = isSpoken(segments, at, whole / width) ? spoken : quiet;
    context.globalAlpha = at <= seconds ? 1 : 0.55;
    context.fillRect(x, (height - high) / 2, BAR - 1, high);
  }
  context.globalAlpha = 1;
  context.fillStyle = color('--ink');
  context.fillRect((seconds / whole) * width - 0.5, 0, 1.5, height);
}

/** Whether anybody speaks within a pixel of a moment; segments are in order. */
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
