import { providerOrigin } from '#contract/provider-origin.ts';
import { type Provider, providerSchema } from '#contract/providers.ts';
import { z } from '#contract/zod.ts';
import { providersText } from '#ui/messages/providers.ts';
import { moneyText, optionalText, secondsText, showAmount, wholeText } from './number-text.ts';

const DAY_S = 86_400;

/** How the limits of a provider are typed; the form shows them in this order. */
const LIMITS = {
  parallel: wholeText(1, 1_000),
  rpm: optionalText(wholeText(1, 1_000_000)),
  tokensPerDay: optionalText(wholeText(1, 1e12)),
  moneyPerDay: optionalText(moneyText),
  firstTokenMs: secondsText,
  silenceMs: secondsText,
  totalMs: secondsText,
  fails: wholeText(1, 1_000),
  withinS: wholeText(1, DAY_S),
  coolDownS: wholeText(1, DAY_S),
};
export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
/** Whether a provider may have none: its field may stay empty. */
export const isOptional = (name: LimitName): boolean => LIMITS[name].safeParse('').success;

/** The form of a provider as it is typed, to what the service stores: all but its id and its models. */
export const draftSchema = providerSchema
  .omit({ id: true, models: true, limits: true, timeouts: true, breaker: true })
  .extend({
    baseUrl: z
      .string()
      .trim()
      .refine((address) => providerOrigin(address) !== null, {
        error: () => providersText.addressProblem,
      }),
    // Empty for the name of its server.
    name: z.string().trim(),
    key: z.string().trim(),
    removesKey: z.boolean(),
    ...LIMITS,
  })
  .transform(({ key, removesKey, ...values }) => {
    const { parallel, rpm, tokensPerDay, moneyPerDay, ...timed } = values;
    const { firstTokenMs, silenceMs, totalMs, fails, withinS, coolDownS, ...rest } = timed;
    const provider: Omit<Provider, 'id' | 'models'> = {
      ...rest,
      name: rest.name || new URL(rest.baseUrl).hostname,
      limits: { parallel, rpm, tokensPerDay, moneyPerDay },
      timeouts: { firstTokenMs, silenceMs, totalMs },
      breaker: { fails, withinS, coolDownS },
    };
    return { key, removesKey, provider };
  });

const whole = (value: number | undefined) => String(value ?? '');
const seconds = (ms: number) => showAmount(String(ms / 1_000));

/** The fields of the form of a provider. */
export function toDraft({ id: _, models: __, limits, timeouts, breaker, ...rest }: Provider) {
  return {
    ...rest,
    key: '',
    removesKey: false,
    parallel: whole(limits.parallel),
    rpm: whole(limits.rpm),
    tokensPerDay: whole(limits.tokensPerDay),
    moneyPerDay: showAmount(limits.moneyPerDay),
    firstTokenMs: seconds(timeouts.firstTokenMs),
    silenceMs: seconds(timeouts.silenceMs),
    totalMs: seconds(timeouts.totalMs),
    fails: whole(breaker.fails),
    withinS: whole(breaker.withinS),
    coolDownS: whole(breaker.coolDownS),
  };
}
export type ProviderDraft = ReturnType<typeof toDraft>;
