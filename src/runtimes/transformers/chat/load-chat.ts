import {
  AutoModelForAudioTextToText,
  AutoModelForCausalLM,
  AutoModelForImageTextToText,
  AutoProcessor,
  AutoTokenizer,
  type PreTrainedTokenizer,
  type Processor,
} from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { createAudioReader } from '#runtimes/transformers/media/audio-reader.ts';
import { createImageReader } from '#runtimes/transformers/media/image-reader.ts';
import { MediaReader } from '#runtimes/transformers/media/media-reader.ts';
import { MediaTokens } from '#runtimes/transformers/media/media-tokens.ts';
import { loadOptions } from '#runtimes/transformers/ort/load-options.ts';
import { heldModule } from '#runtimes/transformers/ort/ort-files.ts';
import { sessionOf } from '#runtimes/transformers/ort/session.ts';
import { Decoder } from './decoder.ts';

export interface LoadedChat {
  tokenizer: PreTrainedTokenizer;
  decoder: Decoder;
  /** What reads pictures and sounds; null for a model of text alone. */
  media: MediaReader | null;
}

/** Loads the graphs of a chat model, with eyes and ears where its card says so. */
export async function loadChat(
  card: ModelCard,
  onFile: (event: unknown) => void,
): Promise<LoadedChat> {
  const { id, can } = card;
  const options = await loadOptions(card, onFile);
  if (!can.images && !can.audio) {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(id),
      AutoModelForCausalLM.from_pretrained(id, options),
    ]);
    return { tokenizer, decoder: new Decoder(model, await heldModule()), media: null };
  }
  const library = can.images ? AutoModelForImageTextToText : AutoModelForAudioTextToText;
  const [tokenizer, processor, model] = await Promise.all([
    AutoTokenizer.from_pretrained(id),
    AutoProcessor.from_pretrained(id),
    library.from_pretrained(id, options),
  ]);
  const tokens = new MediaTokens();
  const senses = openSenses(card, processor, model);
  const encode = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  return {
    tokenizer,
    decoder: new Decoder(model, await heldModule(), tokens),
    media: new MediaReader(senses, tokens, encode),
  };
}

function openSenses({ can }: ModelCard, processor: Processor, model: unknown) {
  const { model_type: type } = (model as { config: { model_type: string } }).config;
  return {
    image: can.images
      ? createImageReader(type, processor, sessionOf(model, 'vision_encoder'))
      : null,
    audio: can.audio ? createAudioReader(type, processor, sessionOf(model, 'audio_encoder')) : null,
  };
}
