import {
  AutoProcessor,
  AutoTokenizer,
  env,
  MoonshineForConditionalGeneration,
  WhisperForConditionalGeneration,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { speechDecoderOf } from '#catalog/onnx-families.ts';
import { openLoopSession } from '#runtimes/transformers/ort/heap-session.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { heldModule } from '#runtimes/transformers/ort/ort-files.ts';
import { sessionOf } from '#runtimes/transformers/ort/session.ts';
import { type GenerationFacts, parseGeneration } from './generation-facts.ts';
import { toMoonshine } from './moonshine-family.ts';
import type { SpeechFamily } from './speech-family.ts';
import { toWhisper } from './whisper-family.ts';

/** @throws Error for a model that is neither a Whisper nor a Moonshine. */
export async function loadSpeech(
  card: ModelCard,
  onFile: (event: unknown) => void,
): Promise<SpeechFamily> {
  const { id } = card;
  // Without it 8-bit tables are turned into floats at every token: twice the time of a step.
  const options = await loadOptions(card, onFile, { disable_quant_qdq: '1' });
  const isMoonshine = speechDecoderOf(card) === 'moonshine';
  const library = isMoonshine ? MoonshineForConditionalGeneration : WhisperForConditionalGeneration;
  const [tokenizer, model] = await Promise.all([
    AutoTokenizer.from_pretrained(id),
    library.from_pretrained(id, options),
  ]);
  const graph = sessionOf(model, 'decoder_model_merged');
  const decoder = openLoopSession(graph, await heldModule());
  if (isMoonshine) return toMoonshine(tokenizer, model, decoder);
  const processor = await AutoProcessor.from_pretrained(id);
  return toWhisper(
    { tokenizer, model, decoder, processor, generation: await readGeneration(id) },
    card,
  );
}

/** The raw generation_config.json: the library drops unknown fields and adds defaults. */
async function readGeneration(id: string): Promise<Partial<GenerationFacts>> {
  const response = await env.fetch(`${env.localModelPath}${id}/generation_config.json`);
  return response.ok ? parseGeneration(await response.json()) : {};
}
