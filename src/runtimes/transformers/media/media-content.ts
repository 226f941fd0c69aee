import type { ChatTurn } from '#engine/tasks.ts';
import type { Senses } from './media-reader.ts';

interface Part {
  type: 'text' | 'image' | 'audio';
  text?: string;
}

/** How a chat template wants pictures and sounds named: as parts of a message, or by a mark in its text. */
export class MediaContent {
  readonly #senses: Senses;
  readonly #takesParts: boolean;
  /** Whether a message of text alone may be a string as well. */
  readonly #takesText: boolean;
  readonly #markers: RegExp;

  constructor(template: string, senses: Senses) {
    this.#senses = senses;
    this.#takesParts = /['"](?:image|audio)['"]/.test(template);
    this.#takesText = !this.#takesParts || /is string/.test(template);
    const marks = [senses.image, senses.audio].flatMap((sense) => (sense ? [sense.marker] : []));
    const escaped = marks.map((mark) => mark.replace(/[^\w]/g, '\\$&'));
    this.#markers = new RegExp(escaped.join('|'), 'g');
  }

  /** A message's content: its media first, as most models were taught. */
  write(text: string, turn: ChatTurn | undefined): string | Part[] {
    // A person's input is text, also where it looks like a special token.
    const plain = text.replace(this.#markers, (mark) => `${mark[0]}\u200b${mark.slice(1)}`);
    const { image, audio } = this.#senses;
    const images = image ? (turn?.images?.length ?? 0) : 0;
    const sounds = audio ? (turn?.audio?.length ?? 0) : 0;
    if (this.#takesText && images + sounds === 0) return plain;
    if (!this.#takesParts) {
      const marks = [...times(images, image?.marker), ...times(sounds, audio?.marker)];
      return [...marks, plain].join('\n');
    }
    const parts: Part[] = [
      ...times<Part>(images, { type: 'image' }),
      ...times<Part>(sounds, { type: 'audio' }),
    ];
    return plain === '' && parts.length > 0 ? parts : [...parts, { type: 'text', text: plain }];
  }

  /** The text around the marks. */
  split(text: string): string[] {
    return text.split(this.#markers);
  }
}

function times<T>(count: number, value: T | undefined): T[] {
  return value === undefined ? [] : new Array<T>(count).fill(value);
}
