import type { Processor } from '@huggingface/transformers';
import { findFamily } from '#catalog/onnx-families.ts';
import { type OrtSession, toOrt } from '#runtimes/transformers/ort/session.ts';
import { type MediaParts, whole } from './image-reader.ts';

export interface AudioReader {
  /** The placeholder of a sound in the text of a prompt. */
  marker: string;
  /** `samples`: mono, −1…1, 16 000 Hz, at most 30 s. */
  read: (samples: Float32Array) => Promise<MediaParts>;
}

/** The ears of a model. @throws Error for a family that is not known. */
export function createAudioReader(
  modelType: string,
  processor: Processor,
  session: OrtSession,
): AudioReader {
  const known = findFamily(modelType);
  const family = known?.task === 'audio-chat' ? known.audio : null;
  const extract = processor.feature_extractor;
  if (!family || !extract) throw new Error(`A ${modelType} cannot be given sound.`);
  const { audio_placeholder: given } = processor.config as { audio_placeholder?: string };
  return {
    marker: given ?? family.marker,
    async read(samples) {
      const length = family.isPadded ? {} : { max_length: samples.length };
      const { input_features } = (await extract(samples, length)) as { input_features: unknown };
      const [name = 'audio_values'] = session.inputNames;
      const { audio_features: features } = await session.run({ [name]: toOrt(input_features) });
      if (!features) throw new Error('The audio encoder gives no features.');
      return family.before === '' ? [whole(features)] : [family.before, whole(features)];
    },
  };
}
