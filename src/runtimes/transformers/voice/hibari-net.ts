import { seeded } from '#base/numbers.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { float32, int64 } from '#runtimes/transformers/ort/session.ts';
import { openVoiceGraph } from './english-reader.ts';
import { toSamples } from './vocoder.ts';
import type { VoiceNet } from './voice-net.ts';

/** Seconds of a frame of durations. */
const FRAME_SECONDS = 0.025;
const MAX_PHONEMES = 400;

/** The network in the box: it predicts a spectrum, which the vocoder turns into sound. It has one voice. */
export async function openHibari(
  card: ModelCard,
  onFile: (event: unknown) => void,
): Promise<VoiceNet> {
  const session = await openVoiceGraph(card, 'model', onFile);
  return {
    maxPhonemes: () => MAX_PHONEMES,
    interrupt: null,
    prepare: async () => {},
    async say(ids, { speed, seed }) {
      const out = await session.run({
        ids: int64(ids, [1, ids.length]),
        speed: float32(Float32Array.of(speed), [1]),
      });
      const read = (name: string) => out[name]?.data as Float32Array;
      const spectrum = { values: read('spectrum'), pitch: read('f0') };
      const samples = toSamples(spectrum, seeded(seed));
      const durations = Array.from(read('durations'), (frames) => frames * FRAME_SECONDS);
      for (const tensor of Object.values(out)) tensor.dispose();
      return { samples, durations };
    },
  };
}
