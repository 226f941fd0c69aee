import { z } from './zod.ts';

/**
 * Field builders. Each leaves a tag in the issue's message that `first-error.ts` turns into the
 * error template of the contract; null means absent for every optional field.
 */
export const string = (expected = 'a string') => z.string({ error: `type:${expected}` });

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .number({ error: 'type:an integer' })
    .int({ error: 'type:an integer' })
    .min(min, { error: `integer:below:${min}` })
    .max(max, { error: `integer:above:${max}` });

export const decimal = (min: number, max: number) =>
  z
    .number({ error: 'type:a number' })
    .min(min, { error: `decimal:below:${min}:${max}` })
    .max(max, { error: `decimal:above:${min}:${max}` });

export const boolean = () => z.boolean({ error: 'type:a boolean' });

export const object = <T extends z.ZodRawShape>(shape: T) =>
  z.looseObject(shape, { error: 'type:an object' });

/** How much likelier tokens become, by their ids in the model's own vocabulary. */
export const logitBias = () =>
  z.record(z.string().regex(/^\d{1,10}$/), decimal(-100, 100), {
    error: ({ code }) =>
      code === 'invalid_key' ? 'value:its keys must be token ids.' : 'type:an object',
  });

export const record = () => z.record(z.string(), z.unknown(), { error: 'type:an object' });

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: (issue) => `enum:${typeof issue.input}` });

export const list = <T extends z.ZodType>(item: T, { min = 0, max = Infinity } = {}) => {
  const base = z.array(item, { error: 'type:an array' }).min(min, { error: 'array:empty' });
  return max === Infinity ? base : base.max(max, { error: `array:above:${max}` });
};

/** A name that clients may use in code: ASCII letters, digits, `_` and `-`, at most 64. */
export const identifier = () =>
  string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
    error: 'value:it must be 1 to 64 letters, digits, underscores or dashes.',
  });
