import { z } from 'zod';

// The policy of this origin forbids code made of text; zod would try it, and each try is an error in the console.
z.config({ jitless: true });

export { z };

/** Schemas with their own name in `/openapi.json`, so that generated clients name the type. */
export const names = z.registry<{ id: string }>();

/** What `/openapi.json` shows in place of a schema whose rules are code. */
const shapes = new WeakMap<object, z.ZodType>();

export function named<T extends z.ZodType>(id: string, schema: T): T {
  names.add(schema, { id });
  return schema;
}

export function shownAs<T extends z.ZodType>(shape: z.ZodType, schema: T): T {
  shapes.set(schema, shape);
  return schema;
}

/** The shape to show for a schema; undefined where it speaks for itself. */
export function shapeOf(schema: object): z.ZodType | undefined {
  return shapes.get(schema);
}
