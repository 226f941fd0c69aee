import { language } from '#ui/messages/catalogue.ts';
import { kitText } from '#ui/messages/kit.ts';

/** The source of a recording: `screen` is the sound of a tab, a window or the whole system, as the browser offers it. */
export type SoundSource = 'microphone' | 'screen' | 'both';

/** A recording in progress. */
export interface Take {
  pause: () => void;
  resume: () => void;
  /** Ends it. @returns the recording. */
  stop: () => Promise<Blob>;
  /** How loud it is now, 0…1. */
  level: () => number;
  /**
   * Calls back with the sound while it is recorded, as one channel, a tenth of a second at a time. @returns its samples per
   * second; null where the browser cannot.
   */
  listen: (onSamples: (samples: Float32Array) => void) => Promise<number | null>;
}

/** Milliseconds of a part. With the time to store it a crash loses a second at most. */
const PART_MS = 500;

/** Nothing was shared that sounds. */
class SilentShareError extends Error {
  override readonly name = 'SilentShareError';
}

/**
 * Records the microphone, the sound of a tab or the screen, or both as two channels. `onPart` gets the new audio as it
 * comes; `onEnd` is called when the source goes away. Nothing is sent anywhere. @throws the browser's error where it is
 * refused.
 */
export async function openMicrophone(
  onPart: (part: Blob) => void,
  onEnd: () => void,
  source: SoundSource = 'microphone',
): Promise<Take> {
  const streams: MediaStream[] = [];
  try {
    // First: it is only offered right after a press.
    if (source !== 'microphone') streams.push(await shareSound());
    if (source !== 'screen') {
      streams.unshift(await navigator.mediaDevices.getUserMedia({ audio: true }));
    }
    return record(streams, onPart, onEnd);
  } catch (error) {
    // Else they stay open, and nothing in the page closes them.
    for (const stream of streams) close(stream);
    throw error;
  }
}

/** Whether this browser can record the sound of a tab or the screen. */
export function canShareSound(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function';
}

async function shareSound(): Promise<MediaStream> {
  // Browsers share sound only together with a picture, which is not recorded.
  const stream = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
  for (const track of stream.getVideoTracks()) track.stop();
  if (stream.getAudioTracks().length > 0) return new MediaStream(stream.getAudioTracks());
  throw new SilentShareError();
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function record(
  streams: readonly MediaStream[],
  onPart: (part: Blob) => void,
  onEnd: () => void,
): Take {
  const sound = openSound(streams);
  const recorder = new MediaRecorder(sound.stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    parts.push(data);
    onPart(data);
  };
  const awake = stayAwake();
  const stopped = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      removeEventListener('beforeunload', askToStay);
      for (const stream of streams) close(stream);
      sound.close();
      awake.release();
      resolve(new Blob(parts, { type: recorder.mimeType.split(';')[0] || 'audio/webm' }));
    };
  });
  for (const track of streams.flatMap((stream) => stream.getTracks())) track.onended = onEnd;
  addEventListener('beforeunload', askToStay);
  recorder.start(PART_MS);
  return {
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
    level: () => (recorder.state === 'recording' ? sound.level() : 0),
    listen: (onSamples) =>
      sound.listen((samples) => {
        if (recorder.state === 'recording') onSamples(samples);
      }),
  };
}

/** Has the browser ask before the page is left. */
function askToStay(event: Event): void {
  event.preventDefault();
}

/** Keeps the screen on: a telephone that locks itself ends the recording. The browser takes it back with each hidden page. */
function stayAwake() {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const request = async () => {
    if (isOver || document.visibilityState !== 'visible') return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (isOver) await lock?.release();
  };
  const ask = () => void request().catch(() => {});
  globalThis.document?.addEventListener('visibilitychange', ask);
  if (globalThis.document) ask();
  return {
    release() {
      isOver = true;
      globalThis.document?.removeEventListener('visibilitychange', ask);
      lock?.release().catch(() => {});
    },
  };
}

/** The streams as one, with what listens to it. A browser without Web Audio records one stream all the same. */
function openSound(streams: readonly MediaStream[]) {
  const [only] = streams;
  if (!only) throw new Error('There is nothing to record.');
  if (typeof AudioContext === 'undefined') {
    return { stream: only, level: () => 0, listen: async () => null, close: () => {} };
  }
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  const { node, stream } = joinStreams(context, streams);
  node.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    stream,
    level() {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
      );
    },
    async listen(onSamples: (samples: Float32Array) => void): Promise<number | null> {
      if (!context.audioWorklet) return null;
      const tapScript = await import('./sound-tap-worklet.ts?worker&url');
      await context.audioWorklet.addModule(tapScript.default);
      const tap = new AudioWorkletNode(context, 'alcove-sound-tap', { numberOfOutputs: 0 });
      tap.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
      node.connect(tap);
      return context.sampleRate;
    },
    close: () => void context.close().catch(() => {}),
  };
}

/** Several streams become the channels of one. */
function joinStreams(context: AudioContext, streams: readonly MediaStream[]) {
  const nodes = streams.map((stream) => context.createMediaStreamSource(stream));
  const [only] = nodes;
  if (only && nodes.length === 1) return { node: only, stream: only.mediaStream };
  const merger = context.createChannelMerger(nodes.length);
  for (const [i, source] of nodes.entries()) {
    // A source may have two channels: each becomes one.
    const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    source.connect(mono).connect(merger, 0, i);
  }
  const destination = context.createMediaStreamDestination();
  merger.connect(destination);
  return { node: merger, stream: destination.stream };
}

/** `Recording 23 Nov, 03:56` at a time in Unix milliseconds. */
export function recordingName(at: number): string {
  const date = new Date(at);
  // The day before the month, as file lists of other apps have it.
  const locale = language() === 'en' ? 'en-GB' : language();
  const day = date.toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  const time = date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return kitText.recordingName(day, time);
}

/** Why nothing could be recorded, as a sentence. */
export function whyRefused(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return kitText.microphoneRefused;
  if (name === 'NotFoundError') return kitText.noMicrophone;
  if (name === 'SilentShareError') return kitText.silentShare;
  const canRecord = navigator.mediaDevices && typeof MediaRecorder === 'function';
  if (!canRecord) return kitText.cannotRecord;
  return kitText.microphoneFailed;
}
