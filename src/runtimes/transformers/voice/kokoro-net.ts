import { env } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { openLoopSession } from '#runtimes/transformers/ort/heap-session.ts';
import { heldModule } from '#runtimes/transformers/ort/ort-files.ts';
import { runToEnd } from '#runtimes/transformers/ort/run-to-end.ts';
import { float32, int64 } from '#runtimes/transformers/ort/session.ts';
import { checkNumbers } from '#runtimes/transformers/ort/sound-numbers.ts';
import { DURATIONS } from '#runtimes/transformers/ort/with-durations.ts';
import { openVoiceGraph } from './english-reader.ts';
import type { VoiceNet } from './voice-net.ts';

/** Seconds of a frame of durations. */
const FRAME_SECONDS = 0.025;
/**
 * Phonemes of one run. The network has 510 places, 35 s of speech, and gives sound at the end of a run only; a processor takes up to
 * three seconds for a second of it.
 */
const MAX_PHONEMES = { webgpu: 510, wasm: 120 };
/** Numbers that describe how a voice says a text of one length. */
const STYLE = 256;
/** Makes some sound, whatever voices there are. */
const NO_VOICE = new Float32Array(STYLE).fill(0.01);
/** Lengths that a file of a voice may describe; published ones have 510 or 511. */
const MAX_LENGTHS = 1_024;

/**
 * Kokoro-82M: one graph from phonemes to samples, in the style of a voice. The graphs of its hub have no lengths of phonemes among
 * their outputs; `withDurations` adds them as a graph is opened.
 */
export async function openKokoro(
  card: ModelCard,
  onFile: (event: unknown) => void,
): Promise<VoiceNet> {
  const graph = await openVoiceGraph(card, 'model', onFile);
  const session = openLoopSession(graph, await heldModule());
  const styles = new Map<string, Float32Array>();
  const styleFor = async (voice: string) => {
    const style = styles.get(voice) ?? (await readVoice(card, voice));
    styles.set(voice, style);
    return style;
  };
  return {
    // Slow speech is longer.
    maxPhonemes: (speed) => Math.floor(MAX_PHONEMES[card.device] * Math.min(1, speed)),
    interrupt: session.interrupt,
    prepare: async (voice) => void (await styleFor(voice)),
    async say(ids, { voice, speed }, pause) {
      const style = voice === null ? NO_VOICE : await styleFor(voice);
      const feeds = {
        input_ids: int64(ids, [1, ids.length]),
        style: float32(styleOf(style, ids.length - 2), [1, STYLE]),
        speed: float32(Float32Array.of(speed), [1]),
      };
      const out = await runToEnd(session, feeds, pause);
      const { [DURATIONS]: frames, ...sounds } = out;
      const [sound] = Object.values(sounds);
      // Tensors hold memory of the graph's own: their numbers are copied out.
      const samples = Float32Array.from(sound?.data as Float32Array);
      const lengths = frames ? Array.from(frames.data as Float32Array) : null;
      for (const tensor of Object.values(out)) tensor.dispose();
      checkNumbers(samples);
      const isWhole = lengths?.length === ids.length && lengths.every(Number.isFinite);
      return { samples, durations: isWhole ? lengths.map((n) => n * FRAME_SECONDS) : null };
    },
  };
}

/** How a voice says a text of a number of phonemes: longer texts are said more evenly. */
export function styleOf(styles: Float32Array, phonemes: number): Float32Array {
  const row = Math.max(0, Math.min(phonemes, styles.length / STYLE - 1));
  return styles.slice(row * STYLE, (row + 1) * STYLE);
}

/** @throws EngineError `not-compatible` for a voice that is missing or damaged, with the other ones that can be used */
export async function readVoice(
  { id, title, voices = [] }: Pick<ModelCard, 'id' | 'title' | 'voices'>,
  voice: string,
): Promise<Float32Array> {
  const read = async (name: string) => {
    const response = await env.fetch(`${env.localModelPath}${id}/voices/${name}.bin`);
    return response.ok ? readStyles(await response.arrayBuffer()) : 'is not on this device';
  };
  const styles = await read(voice);
  if (typeof styles !== 'string') return styles;
  const usable: string[] = [];
  for (const name of voices) if (typeof (await read(name)) !== 'string') usable.push(name);
  const others = usable.length > 0 ? `Use another one (${usable.join(', ')}), or delete` : 'Delete';
  throw new EngineError(
    'not-compatible',
    `The voice ‘${voice}’ of “${title}” ${styles}. ${others} the model and download it again.`,
  );
}

/** The styles of a file `voices/*.bin`, by length of text: 256 floats each; or its fault, as the end of a sentence. */
export function readStyles(bytes: ArrayBuffer): Float32Array | string {
  const lengths = bytes.byteLength / (STYLE * Float32Array.BYTES_PER_ELEMENT);
  if (!Number.isInteger(lengths) || lengths < 1 || lengths > MAX_LENGTHS) {
    return `has a file of ${bytes.byteLength.toLocaleString('en')} bytes, which no voice has`;
  }
  const styles = new Float32Array(bytes);
  // Its numbers are below 3; larger ones would come out as noise at full level.
  const isSound = styles.every((value) => Number.isFinite(value) && Math.abs(value) < 100);
  return isSound ? styles : 'has a file with numbers that no voice has';
}
