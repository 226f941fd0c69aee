import { object, oneOf, string } from './fields.ts';
import { shownAs, z } from './zod.ts';

/** One of several objects, discriminated by `key`; an unknown value is an error that lists the known ones. */
export function checkedBy(
  key: string,
  schemas: Readonly<Record<string, z.ZodType>>,
  otherwise?: string,
): z.ZodType {
  const known = Object.keys(schemas) as [string, ...string[]];
  const head = object({ [key]: otherwise ? oneOf(known).nullish() : oneOf(known) });
  const whole = z.unknown().superRefine((value, context) => {
    const checked = head.safeParse(value);
    const kind = checked.success ? (checked.data as Record<string, unknown>)[key] : null;
    const schema = checked.success ? schemas[String(kind ?? otherwise)] : head;
    const result = schema?.safeParse(value);
    if (!result || result.success) return;
    context.issues.push(
      ...result.error.issues.map(
        (issue) => ({ ...issue, input: value, continue: false }) as z.core.$ZodRawIssue,
      ),
    );
  });
  return shownAs(z.union([...new Set(Object.values(schemas))]), whole);
}

/** Text that holds media; `problemOf` names the problem. */
export const mediaText = (problemOf: (text: string) => string | null) =>
  string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: 'custom', message: `${problem}:` });
  });
