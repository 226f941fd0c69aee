import * as z from 'zod/mini';

// The policy of this origin forbids code made of text; zod would try it, and each try is an error in the console.
z.config({ jitless: true });

export { z };

/** Parses one stored row: wrong fields are repaired; a row that cannot be repaired fails. */
export type RowParser<T> = z.ZodMiniType<T>;

/** Characters of a name or a title; longer ones make lists slow. */
const MAX_NAME = 1_000;
/** Maximum characters of stored error messages. */
const MAX_SENTENCE = 10_000;
/** Characters of one text: more than any page can show. */
export const MAX_TEXT = 64_000_000;
/** The last millisecond of the year 9999: dates after it have no ISO form of four digits. */
const MAX_TIME = 253_402_300_799_999;

/** What in a name turns, hides or covers the text around it: half characters, controls, towers of marks. */
const plain = (value: string) =>
  value
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');

/** A row, with one parser per field of its type; unknown fields are dropped. */
export function row<T>(shape: { [K in keyof T]-?: z.ZodMiniType<T[K]> }): RowParser<T> {
  // The shape has a parser for every field of T, which zod's own inference cannot know.
  return z.object(shape) as unknown as RowParser<T>;
}

/** A key that other rows refer to: nothing can replace it. Half a character makes no address. */
export const id = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_NAME), z.regex(/^\P{Surrogate}*$/u));
export const text = (fallback = '') => z.catch(z.string().check(z.maxLength(MAX_TEXT)), fallback);
export const name = (fallback: string) =>
  z.pipe(
    z.catch(z.string(), fallback),
    z.transform((value) => plain(value.slice(0, MAX_NAME))),
  );
const cut = (max: number) =>
  z.pipe(
    z.string(),
    z.transform((value) => value.slice(0, max)),
  );
/** A name that nothing can replace: pages draw it whole, so a longer one is cut. */
export const label = cut(MAX_NAME);
export const sentence = cut(MAX_SENTENCE);
export const flag = () => z.catch(z.boolean(), false);
/** A finite number of at least zero. */
export const amount = (max = Number.MAX_SAFE_INTEGER) => {
  const number = z.number().check(z.minimum(0), z.maximum(max));
  return z.catch(number, 0);
};
/** Unix milliseconds. */
export const time = () => amount(MAX_TIME);
export const oneOf = <const T extends string>(values: readonly T[], fallback: T) =>
  z.catch(z.enum(values as readonly [T, ...T[]]), fallback) as unknown as z.ZodMiniType<T>;
export const nullable = <T>(field: z.ZodMiniType<T>) => z.catch(z.nullable(field), null);
/** Absent where it is wrong. */
export const optional = <T>(field: z.ZodMiniType<T>) => z.catch(z.optional(field), undefined);

/** Names and terms for a transcription, within the limits of a request. */
export const vocabulary = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.maxLength(300));

/** Leaves out invalid items and items beyond `max`. */
export const list = <T>(
  item: z.ZodMiniType<T>,
  max = Number.POSITIVE_INFINITY,
): z.ZodMiniType<T[]> =>
  z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((items) => {
      const sound: T[] = [];
      for (const value of items) {
        if (sound.length >= max) break;
        const parsed = item.safeParse(value);
        if (parsed.success) sound.push(parsed.data);
      }
      return sound;
    }),
  ) as unknown as z.ZodMiniType<T[]>;

/** An object in place of whatever is not one, so that its fields get their fallbacks. */
export const part = <T>(shape: { [K in keyof T]-?: z.ZodMiniType<T[K]> }): z.ZodMiniType<T> =>
  z.pipe(
    z.catch(z.record(z.string(), z.unknown()), {}),
    row(shape) as z.ZodMiniType<T, Record<string, unknown>>,
  ) as unknown as z.ZodMiniType<T>;

export const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
/** A Blob, also of bytes that were stored because the browser refuses Blobs (`storable.ts`). */
export const blob: z.ZodMiniType<Blob> = z.union([
  z.custom<Blob>((value) => value instanceof Blob),
  z.pipe(
    z.object({ bytes, type: text() }),
    z.transform((stored) => new Blob([stored.bytes], { type: stored.type })),
  ),
]);
/** Numbers of a vector; one that is not finite makes every distance to it wrong. */
export const floats = z.custom<Float32Array>(
  (value) => value instanceof Float32Array && value.every(Number.isFinite),
);

/** The parsed value; `otherwise` if it is invalid. */
export function parseOr<T, U>(parser: z.ZodMiniType<T>, value: unknown, otherwise: U): T | U {
  const parsed = parser.safeParse(value);
  return parsed.success ? parsed.data : otherwise;
}

/** A folder that a person chose; null where it is another thing by now. */
export const folderHandle = () =>
  nullable(
    z.custom<FileSystemDirectoryHandle>(
      (value) =>
        'FileSystemDirectoryHandle' in globalThis && value instanceof FileSystemDirectoryHandle,
    ),
  );
