/** A field of a protobuf message in memory; its value is `start` to `end`, `from` is where its tag begins. */
export interface Field {
  number: number;
  from: number;
  start: number;
  end: number;
}

/** The fields of the message between two places. @throws RangeError for invalid bytes. */
export function* fieldsOf(bytes: Uint8Array, from: number, to: number): Generator<Field> {
  for (let at = from; at < to; ) {
    const field = fieldAt(bytes, at);
    if (field.end > to) throw new RangeError('A field goes beyond its message.');
    yield field;
    at = field.end;
  }
}

/** The field that begins at a place; its value may go beyond the bytes. @throws RangeError for invalid bytes. */
export function fieldAt(bytes: Uint8Array, at: number): Field {
  const [tag, place] = readVarint(bytes, at);
  const [start, end] = placeOf(bytes, tag % 8, place);
  return { number: Math.floor(tag / 8), from: at, start, end };
}

function placeOf(bytes: Uint8Array, wireType: number, at: number): [start: number, end: number] {
  if (wireType === 0) return [at, readVarint(bytes, at)[1]];
  if (wireType === 1) return [at, at + 8];
  if (wireType === 5) return [at, at + 4];
  if (wireType !== 2) throw new RangeError('No protobuf message.');
  const [length, start] = readVarint(bytes, at);
  return [start, start + length];
}

function readVarint(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, at + i + 1];
  }
  throw new RangeError('No protobuf number.');
}

/** The numbers of a field: one, or several that are packed. */
export function numbersOf(bytes: Uint8Array, { start, end }: Field): number[] {
  const numbers: number[] = [];
  for (let at = start; at < end; ) {
    const [value, next] = readVarint(bytes, at);
    numbers.push(value);
    at = next;
  }
  return numbers;
}

/** The texts of a message's fields of one number. */
export function textsOf(bytes: Uint8Array, message: Field, number: number): string[] {
  return [...fieldsOf(bytes, message.start, message.end)]
    .filter((field) => field.number === number)
    .map(({ start, end }) => new TextDecoder().decode(bytes.subarray(start, end)));
}
