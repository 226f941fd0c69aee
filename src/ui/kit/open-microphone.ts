import { language } from '#ui/messages/catalogue.ts';
import { recorderText } from '#ui/messages/recorder.ts';

/** A recording in progress. */
export interface Take {
  pause: () => void;
  resume: () => void;
  /** Ends it. @returns the recording. */
  stop: () => Promise<Blob>;
  /** How loud it is now, 0…1. */
  level: () => number;
}

/** Milliseconds of a part, the maximum loss in a crash. */
const PART_MS = 2_000;

/**
 * Records the microphone. `onPart` gets the new audio every few seconds; `onEnd` is called when the
 * microphone goes away. Nothing is sent anywhere. @throws the browser's error where it is refused.
 */
export async function openMicrophone(
  onPart: (part: Blob) => void,
  onEnd: () => void,
): Promise<Take> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    return record(stream, onPart, onEnd);
  } catch (error) {
    // Else the microphone stays open, and nothing in the page closes it.
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

function record(stream: MediaStream, onPart: (part: Blob) => void, onEnd: () => void): Take {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const meter = createMeter(stream);
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    parts.push(data);
    onPart(data);
  };
  const stopped = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      removeEventListener('beforeunload', askToStay);
      for (const track of stream.getTracks()) track.stop();
      meter.close();
      resolve(new Blob(parts, { type: recorder.mimeType.split(';')[0] || 'audio/webm' }));
    };
  });
  for (const track of stream.getTracks()) track.onended = onEnd;
  addEventListener('beforeunload', askToStay);
  recorder.start(PART_MS);
  return {
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
    level: () => (recorder.state === 'recording' ? meter.read() : 0),
  };
}

/** Has the browser ask before the page is left. */
function askToStay(event: Event): void {
  event.preventDefault();
}

/** A browser without Web Audio records all the same. */
function createMeter(stream: MediaStream) {
  if (typeof AudioContext === 'undefined') return { read: () => 0, close: () => {} };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      );
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** `Recording 23 Nov, 03:56` at a time in Unix milliseconds. */
export function recordingName(at: number): string {
  const date = new Date(at);
  // The day before the month, as file lists of other apps have it.
  const locale = language() === 'en' ? 'en-GB' : language();
  const day = date.toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  const time = date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return recorderText.name(day, time);
}

/** Why the microphone could not be opened, as a sentence. */
export function whyRefused(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return recorderText.refused;
  if (name === 'NotFoundError') return recorderText.none;
  const canRecord = navigator.mediaDevices && typeof MediaRecorder === 'function';
  if (!canRecord) return recorderText.unsupported;
  return recorderText.failed;
}
