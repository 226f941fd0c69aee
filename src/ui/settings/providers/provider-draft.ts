import { providerOrigin } from '#contract/provider-origin.ts';
import { type Provider, providerSchema } from '#contract/providers.ts';
import { z } from '#contract/zod.ts';
import { providersText } from '#ui/messages/providers.ts';
import { moneyText, optionalText, secondsText, showAmount, wholeText } from './number-text.ts';

/** How a limit is typed, and how a stored one is shown. */
interface LimitField<Value> {
  typed: z.ZodType<Value, string>;
  show(value: Value): string;
}

const DAY_S = 86_400;
const whole = (max: number): LimitField<number> => ({ typed: wholeText(1, max), show: String });
/** Empty for no limit. */
const optional = <Value>({ typed, show }: LimitField<Value>): LimitField<Value | undefined> => ({
  typed: optionalText(typed),
  show: (value) => (value === undefined ? '' : show(value)),
});
const seconds: LimitField<number> = {
  typed: secondsText,
  show: (ms) => showAmount(String(ms / 1_000)),
};
const money: LimitField<string> = { typed: moneyText, show: showAmount };

/** The limits of a provider as it stores them; the form shows them in this order. */
export const LIMIT_FIELDS = {
  limits: {
    parallel: whole(1_000),
    rpm: optional(whole(1_000_000)),
    tokensPerDay: optional(whole(1e12)),
    moneyPerDay: optional(money),
  },
  timeouts: { firstTokenMs: seconds, silenceMs: seconds, totalMs: seconds },
  breaker: { fails: whole(1_000), withinS: whole(DAY_S), coolDownS: whole(DAY_S) },
} as const;

type Fields = Readonly<Record<string, LimitField<unknown>>>;
type Typed<Group extends Fields> = { [Name in keyof Group]: Group[Name]['typed'] };
type Stored<Group extends Fields> = { [Name in keyof Group]: z.output<Group[Name]['typed']> };
type Shown<Group extends Fields> = { [Name in keyof Group]: string };

const typed = <Group extends Fields>(group: Group) =>
  mapFields(group, (name) => group[name]?.typed) as Typed<Group>;
const stored = <Group extends Fields>(group: Group, values: Stored<Group>) =>
  mapFields(group, (name) => values[name]) as Stored<Group>;
const shown = <Group extends Fields>(group: Group, values: Partial<Stored<Group>>) =>
  mapFields(group, (name) => group[name]?.show(values[name])) as Shown<Group>;
const mapFields = (group: Fields, read: (name: string) => unknown) =>
  Object.fromEntries(Object.keys(group).map((name) => [name, read(name)]));

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
    ...typed(LIMIT_FIELDS.limits),
    ...typed(LIMIT_FIELDS.timeouts),
    ...typed(LIMIT_FIELDS.breaker),
  })
  .transform(({ key, removesKey, ...values }) => {
    const { name, baseUrl, boundary, via, retains, trains, region } = values;
    return {
      key,
      removesKey,
      provider: {
        ...{ baseUrl, boundary, via, retains, trains, region },
        name: name || new URL(baseUrl).hostname,
        limits: stored(LIMIT_FIELDS.limits, values),
        timeouts: stored(LIMIT_FIELDS.timeouts, values),
        breaker: stored(LIMIT_FIELDS.breaker, values),
      } satisfies Omit<Provider, 'id' | 'models'>,
    };
  });

/** The fields of the form of a provider. */
export function toDraft({ id: _, models: __, limits, timeouts, breaker, ...rest }: Provider) {
  return {
    ...rest,
    key: '',
    removesKey: false,
    ...shown(LIMIT_FIELDS.limits, limits),
    ...shown(LIMIT_FIELDS.timeouts, timeouts),
    ...shown(LIMIT_FIELDS.breaker, breaker),
  };
}
export type ProviderDraft = ReturnType<typeof toDraft>;
