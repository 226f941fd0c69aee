/** A picture or a sound as a language model reads it: one vector per token. */
export interface MediaFeatures {
  /** [tokens × size] */
  vectors: Float32Array;
  size: number;
  /** Frames, lines and columns of the tokens, for models with spatial positions. */
  grid?: readonly [number, number, number];
}

/** Places of tokens by time, line and column, [tokens] each: all three alike but inside a picture. */
export interface Places {
  time: number[];
  line: number[];
  column: number[];
}

/**
 * Tokens of media. Their ids are negative and unique, so that prompts with media are compared,
 * truncated and cached like text.
 */
export class MediaTokens {
  readonly #found = new Map<number, { features: MediaFeatures; index: number }>();
  #next = -1;

  /** The ids of new tokens, in order. */
  add(features: MediaFeatures): number[] {
    const count = features.vectors.length / features.size;
    return Array.from({ length: count }, (_, index) => {
      const id = this.#next--;
      this.#found.set(id, { features, index });
      return id;
    });
  }

  drop(ids: readonly number[]): void {
    for (const id of ids) this.#found.delete(id);
  }

  /** The vector of a token. @throws RangeError for one that was dropped. */
  vector(id: number): Float32Array {
    const { features, index } = this.#at(id);
    return features.vectors.subarray(index * features.size, (index + 1) * features.size);
  }

  /**
   * Positions as Qwen-VL counts them: a picture's tokens share one time position, and the text after it
   * comes after its longest side.
   * @see https://github.com/huggingface/transformers (Qwen2VLModel.get_rope_index)
   */
  places(ids: readonly number[]): Places {
    const places: Places = { time: [], line: [], column: [] };
    let next = 0;
    for (const id of ids) {
      const media = id < 0 ? this.#at(id) : null;
      const { grid } = media?.features ?? {};
      if (!media || !grid) {
        push(places, next, next, next);
        next++;
        continue;
      }
      const [frames, lines, columns] = grid;
      const { index } = media;
      const start = next;
      const line = Math.floor(index / columns) % lines;
      push(
        places,
        start + Math.floor(index / (lines * columns)),
        start + line,
        start + (index % columns),
      );
      if (index === frames * lines * columns - 1) next = start + Math.max(frames, lines, columns);
    }
    return places;
  }

  #at(id: number) {
    const found = this.#found.get(id);
    if (!found) throw new RangeError(`No media has the token ${id}.`);
    return found;
  }
}

function push(places: Places, time: number, line: number, column: number): void {
  places.time.push(time);
  places.line.push(line);
  places.column.push(column);
}
