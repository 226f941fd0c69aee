/** A part of a file. */
export interface Range {
  from: number;
  end: number;
}

/** A protobuf message that is being put together: of new bytes, and of parts of a file that stay where they are. */
export class MessageParts {
  readonly #parts: (Uint8Array<ArrayBuffer> | Range)[] = [];
  size = 0;

  add(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes);
    this.size += bytes.length;
  }

  /** Adjacent ranges are merged. */
  addRange({ from, end }: Range): void {
    const last = this.#parts.at(-1);
    if (last && 'end' in last && last.end === from) last.end = end;
    else this.#parts.push({ from, end });
    this.size += end - from;
  }

  /** A field that holds another message. */
  addMessage(number: number, message: MessageParts): void {
    this.add(writeVarints(number * 8 + 2, message.size));
    for (const part of message.#parts) {
      if ('end' in part) this.addRange(part);
      else this.add(part);
    }
  }

  addText(number: number, text: string): void {
    this.addBytes(number, new TextEncoder().encode(text));
  }

  addBytes(number: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.add(writeVarints(number * 8 + 2, bytes.length));
    this.add(bytes);
  }

  addNumber(number: number, value: number): void {
    this.add(writeVarints(number * 8, value));
  }

  /** The message as a whole, where it has no ranges. */
  toBytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.#parts) {
      if ('end' in part) throw new Error('The message has ranges of a file.');
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** The whole message; its ranges refer to `file`. */
  toBlob(file: Blob): Blob {
    return new Blob(
      this.#parts.map((part) => ('end' in part ? file.slice(part.from, part.end) : part)),
    );
  }
}

function writeVarints(...values: number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const value of values) {
    // Negative numbers are 64-bit two's complement.
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) + 0x80);
    bytes.push(Number(rest));
  }
  return Uint8Array.from(bytes);
}
