import type { AudioCodec } from 'mediabunny';
import { toPcm, UNKNOWN_SIZE, WAV_HEADER_BYTES, wavHeader } from '#base/audio.ts';
import { joinBytes } from '#base/bytes.ts';

export type SpeechFormat = 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm';

/** Content types as OpenAI's speech endpoint answers; `pcm` is mono, 16 bits, little-endian, 24 kHz. */
export const SPEECH_TYPES: Readonly<Record<SpeechFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/** Mono samples, −1…1, to the bytes of a file, part by part. */
export interface SpeechEncoder {
  encode: (samples: Float32Array) => Promise<Uint8Array<ArrayBuffer>>;
  /** The rest of the file. */
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the encoder, wherever it is. One that has encoded nothing needs no end. */
  close: () => Promise<void>;
}

/** Kilobits per second: speech of one voice needs no more. */
const BITRATE = 64;
/** Samples of one call of the MP3 encoder, so that its own buffers stay small. */
const STEP = 24_000;

const closeNothing = () => Promise.resolve();

/** Null where neither this browser nor the app encodes the format. `rate` in Hz. */
export async function openSpeechEncoder(
  format: SpeechFormat,
  rate: number,
): Promise<SpeechEncoder | null> {
  if (format === 'pcm') return pcmEncoder();
  if (format === 'wav') return wavEncoder(rate);
  if (format === 'mp3') return openMp3(rate);
  return openNative(format, rate);
}

function pcmEncoder(): SpeechEncoder {
  return {
    encode: (samples) => Promise.resolve(toPcm(samples)),
    finish: () => Promise.resolve(new Uint8Array(0)),
    close: closeNothing,
  };
}

function wavEncoder(rate: number): SpeechEncoder {
  let isFirst = true;
  return {
    encode(samples) {
      const pcm = toPcm(samples);
      if (!isFirst) return Promise.resolve(pcm);
      isFirst = false;
      const bytes = new Uint8Array(WAV_HEADER_BYTES + pcm.length);
      bytes.set(wavHeader(rate, UNKNOWN_SIZE));
      bytes.set(pcm, WAV_HEADER_BYTES);
      return Promise.resolve(bytes);
    },
    finish: () => Promise.resolve(isFirst ? wavHeader(rate, UNKNOWN_SIZE) : new Uint8Array(0)),
    close: closeNothing,
  };
}

/** LAME, in WebAssembly: no browser writes MP3. */
async function openMp3(rate: number): Promise<SpeechEncoder> {
  const [{ createEncoder }, { default: wasm }] = await Promise.all([
    import('wasm-media-encoders'),
    // A file of the app: the library's own way is a data: address, which the policy forbids.
    import('wasm-media-encoders/wasm/mp3?url'),
  ]);
  const encoder = await createEncoder('audio/mpeg', await (await fetch(wasm)).arrayBuffer());
  encoder.configure({ channels: 1, sampleRate: rate, bitrate: BITRATE });
  return {
    encode(samples) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < samples.length; at += STEP) {
        // The encoder's own memory is written again by the next call.
        parts.push(new Uint8Array(encoder.encode([samples.subarray(at, at + STEP)])));
      }
      return Promise.resolve(joinBytes(parts));
    },
    finish: () => Promise.resolve(new Uint8Array(encoder.finalize())),
    close: closeNothing,
  };
}

const NATIVE: Readonly<Record<'opus' | 'aac' | 'flac', { codec: AudioCodec; rate: number }>> = {
  // Opus knows 24 kHz, but some encoders take 48 kHz alone.
  opus: { codec: 'opus', rate: 48_000 },
  aac: { codec: 'aac', rate: 24_000 },
  flac: { codec: 'flac', rate: 24_000 },
};

/** The browser's own encoders, in the container that each is known by. */
async function openNative(
  format: 'opus' | 'aac' | 'flac',
  rate: number,
): Promise<SpeechEncoder | null> {
  const bunny = await import('mediabunny');
  const { codec, rate: native } = NATIVE[format];
  const settings = { numberOfChannels: 1, sampleRate: native, bitrate: BITRATE * 1000 };
  if (!(await bunny.canEncodeAudio(codec, settings).catch(() => false))) return null;
  const containers = {
    opus: bunny.OggOutputFormat,
    aac: bunny.AdtsOutputFormat,
    flac: bunny.FlacOutputFormat,
  };
  const pending: Uint8Array<ArrayBuffer>[] = [];
  const write = ({ data }: { data: Uint8Array }) => void pending.push(new Uint8Array(data));
  const target = new bunny.StreamTarget(new WritableStream({ write }));
  const output = new bunny.Output({ format: new containers[format](), target });
  const source = new bunny.AudioSampleSource({ codec, bitrate: BITRATE * 1000 });
  output.addAudioTrack(source);
  // With the first samples: a request that is refused meanwhile leaves nothing open.
  let started: Promise<void> | null = null;
  const start = () => {
    started ??= output.start();
    return started;
  };
  let seconds = 0;
  const taken = () => joinBytes(pending.splice(0));
  return {
    async encode(samples) {
      await start();
      const data = native === rate ? samples : doubled(samples);
      const sample = new bunny.AudioSample({
        data,
        format: 'f32-planar',
        numberOfChannels: 1,
        sampleRate: native,
        timestamp: seconds,
      });
      seconds += data.length / native;
      try {
        await source.add(sample);
      } finally {
        sample.close();
      }
      return taken();
    },
    async finish() {
      await start();
      await output.finalize();
      return taken();
    },
    async close() {
      if (started !== null && output.state !== 'finalized') await output.cancel();
    },
  };
}

/** Twice the rate, by the mean of neighbours: a voice has nothing near the middle of the new spectrum. */
function doubled(samples: Float32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(samples.length * 2);
  for (let i = 0; i < samples.length; i++) {
    const [value, next] = [
      samples[i] as number,
      samples[Math.min(i + 1, samples.length - 1)] as number,
    ];
    out[2 * i] = value;
    out[2 * i + 1] = (value + next) / 2;
  }
  return out;
}
