import { z } from '#contract/zod.ts';
import { language } from '#ui/messages/catalogue.ts';
import { providersText } from '#ui/messages/providers.ts';

/** The shortest and the longest time that a provider is given, seconds. */
const [MIN_S, DAY_S] = [0.1, 86_400];
const MONEY = /^\d{1,9}(\.\d{1,12})?$/;

/** The decimal separator of the language of the app. */
const decimal = () => ((1.5).toLocaleString(language()).includes(',') ? ',' : '.');

/** Without the thousands separators of the language: null where there are none. */
function ungrouped(text: string): string | null {
  const isGrouped =
    decimal() === ','
      ? /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text)
      : /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text);
  return isGrouped ? text.replaceAll(decimal() === ',' ? '.' : ',', '') : null;
}

/**
 * A number as people write it, with a point. A single comma or point is the decimal one, whatever the language; null for
 * another text, and for 1,250 in English or 1.250 in German, which may be meant either way.
 */
export function readAmount(text: string): string | null {
  const plain = text.replace(/\s/g, '');
  const joined = ungrouped(plain);
  if (joined !== null && /^\d+[.,]\d+$/.test(plain)) return null;
  const amount = (joined ?? plain).replace(',', '.');
  return /^\d+(\.\d+)?$/.test(amount) ? amount : null;
}

/** A whole number as people write it, with or without thousands separators; null for another text. */
export function readWhole(text: string): number | null {
  const plain = text.replace(/\s/g, '');
  const digits = ungrouped(plain) ?? plain;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** An amount of money as it is shown, with the decimal separator of the language. Empty for none. */
export function showAmount(amount: string | undefined): string {
  return (amount ?? '').replace('.', decimal());
}

/** A text that `read` understands; its error is a sentence. */
const textOf = <T>(read: (text: string) => T | null, message: () => string) =>
  z.string().transform((text, context) => {
    const value = read(text.trim());
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: message() });
    return z.NEVER;
  });

const shown = (value: number) => value.toLocaleString(language());

/** A typed whole number. */
export const wholeText = (min: number, max: number) =>
  textOf(
    (text) => {
      const value = readWhole(text);
      return value !== null && value >= min && value <= max ? value : null;
    },
    () => providersText.outOfRange(shown(min), shown(max)),
  );

/** Typed seconds, as milliseconds. */
export const secondsText = textOf(
  (text) => {
    const seconds = Number(readAmount(text) ?? Number.NaN);
    return seconds >= MIN_S && seconds <= DAY_S ? Math.round(seconds * 1_000) : null;
  },
  () => providersText.secondsProblem(shown(MIN_S), shown(DAY_S)),
);

/** A typed amount of money, as text, so that nothing is rounded. */
export const moneyText = textOf(
  (text) => {
    const amount = readAmount(text);
    return amount !== null && MONEY.test(amount) ? amount : null;
  },
  () => providersText.amountProblem,
);

/** Undefined for an empty text. */
export const optionalText = <T>(schema: z.ZodType<T, string>) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return undefined;
    const { data, error } = schema.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data;
  });
