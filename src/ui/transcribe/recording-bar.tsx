import { Bookmark, Mic, Pause, Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { Button } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import { RecorderSession } from '#ui/transcribe/session/recorder-session.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import { Captions } from './captions.tsx';
import { LiveText } from './live-text.tsx';
import { Marks } from './marks.tsx';
import styles from './recording-bar.module.css';

/** The recording in progress: its time, its level and its actions. */
export function RecordingBar() {
  const { phase, isOn, recorder, stop, discard } = useRecorderBar();
  if (!isOn) return null;
  const isPaused = phase === 'paused';
  return (
    <section className={styles['bar']} aria-label={transcribeText.recordingNow}>
      <span className={`${styles['dot']} ${isPaused ? styles['still'] : ''}`} aria-hidden />
      <span className={styles['state']} role="status">
        {isPaused ? transcribeText.recordingPaused : transcribeText.recordingNow}
      </span>
      <Clock recorder={recorder} />
      <Level recorder={recorder} />
      <div className={styles['acts']}>
        {isPaused ? (
          <Button icon={Mic} onClick={() => recorder.resume()}>
            {transcribeText.resume}
          </Button>
        ) : (
          <Button icon={Pause} disabled={phase === 'opening'} onClick={() => recorder.pause()}>
            {transcribeText.pause}
          </Button>
        )}
        <Button kind="primary" icon={Square} disabled={phase === 'opening'} onClick={stop}>
          {transcribeText.stop}
        </Button>
        <MarkButton recorder={recorder} />
        <Captions live={recorder.live} />
        <Button kind="quiet" icon={Trash2} disabled={phase === 'opening'} onClick={discard}>
          {transcribeText.discard}
        </Button>
      </div>
      <LiveMarks recorder={recorder} />
      <LiveText live={recorder.live} onRewrite={(before, text) => recorder.rewrite(before, text)} />
    </section>
  );
}

function MarkButton({ recorder }: { recorder: RecorderSession }) {
  const isRecording = useStore(recorder.state, ({ phase }) => phase === 'recording');
  return (
    <Button
      icon={Bookmark}
      title={transcribeText.markNow}
      disabled={!isRecording}
      onClick={() => recorder.mark()}
    >
      {transcribeText.mark}
    </Button>
  );
}

/** The moments marked so far. */
function LiveMarks({ recorder }: { recorder: RecorderSession }) {
  const marks = useStore(recorder.state, (state) => state.marks);
  return <Marks marks={marks} onNote={(id, text) => recorder.note(id, text)} />;
}

function Clock({ recorder }: { recorder: RecorderSession }) {
  const seconds = useStore(recorder.state, (state) => Math.floor(state.seconds));
  return <span className={styles['clock']}>{shortClock(seconds)}</span>;
}

/** Readings a second. */
const RATE = 20;
/** Width of a bar and of the gap after it, CSS pixels. */
const BAR = 3;
const STEP = 5;

/** How loud it is now and was the last seconds. */
function Level({ recorder }: { recorder: RecorderSession }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const levels: number[] = [];
    const timer = setInterval(() => {
      if (recorder.state.getState().phase === 'recording') levels.push(recorder.level());
      if (canvas.current) draw(canvas.current, levels);
    }, 1_000 / RATE);
    return () => clearInterval(timer);
  }, [recorder]);
  return (
    <canvas ref={canvas} className={styles['level']} role="img" aria-label={transcribeText.level} />
  );
}

/** Draws the levels, the last at the right; forgets those that do not fit. */
function draw(canvas: HTMLCanvasElement, levels: number[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const { color, accentColor } = getComputedStyle(canvas);
  const count = Math.floor(width / STEP);
  levels.splice(0, levels.length - count);
  for (let i = 0; i < count; i++) {
    const level = levels[levels.length - count + i];
    // Loudness is felt by its logarithm: a quiet voice shows, too.
    const high = level === undefined ? 0 : Math.max(0, 1 + Math.log10(Math.max(level, 0.01)) / 2);
    const tall = Math.max(2, high * height);
    context.fillStyle = level === undefined ? color : accentColor;
    context.globalAlpha = level === undefined ? 0.4 : 1;
    context.beginPath();
    context.roundRect(i * STEP, (height - tall) / 2, BAR, tall, 1.5);
    context.fill();
  }
}

/** The recording in progress and its actions. */
export function useRecorderBar() {
  const recorder = useSession(RecorderSession);
  const session = useSession(TranscriptionSession);
  const add: TranscriptionSession['add'] = (...recording) => session.add(...recording);
  const { phase, problem } = useStore(recorder.state);
  const run = (work: Promise<void>) => void work.catch(reportError);
  return {
    phase,
    problem,
    isOn: phase !== 'idle',
    recorder,
    start: (options: TranscriptionOptions) => run(recorder.start(add, options)),
    stop: () => run(recorder.stop(add)),
    discard: () => run(recorder.discard(add)),
  };
}
