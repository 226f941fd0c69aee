interface PlanarSample {
  numberOfFrames: number;
  numberOfChannels: number;
  sampleRate: number;
  copyTo(to: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void;
}

/** Seconds over which the loudness of channels is compared. */
const SECONDS = 1;
/** Share of the power that unrelated channels have in their mean. Below it they cancel each other out. */
const CANCELLED = 0.25;

/**
 * Mixes samples to one channel: the mean, or the loudest channel while the mean is much quieter than its
 * parts, as where a cable or a program turned the phase of one.
 */
export function createMixer(): (sample: PlanarSample) => Float32Array {
  let powers: number[] = [];
  let meanPower = 0;
  return (sample) => {
    const { numberOfChannels: count, numberOfFrames: frames } = sample;
    const channels = Array.from({ length: count }, (_, planeIndex) => {
      const samples = new Float32Array(frames);
      sample.copyTo(samples, { planeIndex, format: 'f32-planar' });
      return samples;
    });
    const [first = new Float32Array(frames)] = channels;
    if (count < 2) return first;
    const mean = new Float32Array(frames);
    for (const channel of channels) {
      for (let i = 0; i < frames; i++)
        mean[i] = (mean[i] as number) + (channel[i] as number) / count;
    }
    const weight = Math.min(1, frames / sample.sampleRate / SECONDS);
    const isNew = powers.length !== count;
    const follow = (before: number, samples: Float32Array) =>
      isNew ? powerOf(samples) : before + (powerOf(samples) - before) * weight;
    powers = channels.map((channel, i) => follow(powers[i] ?? 0, channel));
    meanPower = follow(meanPower, mean);
    const expected = powers.reduce((sum, power) => sum + power, 0) / count ** 2;
    if (meanPower >= expected * CANCELLED) return mean;
    return channels[powers.indexOf(Math.max(...powers))] ?? mean;
  };
}

function powerOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample ** 2;
  return sum / Math.max(1, samples.length);
}
