import type { ProviderView } from '#transport/provider-control.ts';
import { language } from '#ui/messages/catalogue.ts';
import { providersText } from '#ui/messages/providers.ts';

/** Money is stored in 10⁻¹² of the currency. */
const PICO = 1e12;

/** A provider's location, its treatment of requests, and its usage today. */
export function describeProvider({ config, from, hasKey, today }: ProviderView): string[] {
  const { baseUrl, boundary, via, region, retains, trains, limits } = config;
  return [
    baseUrl,
    providersText[boundary],
    region,
    via === 'server' ? providersText.viaServer : '',
    providersText.retention(providersText[retains], providersText[trains]),
    hasKey ? providersText.hasKey : '',
    from === 'deployment' ? providersText.fromTeam : '',
    providersText.today(
      count(today.requests),
      share(count(today.tokens), limits.tokensPerDay && count(limits.tokensPerDay)),
    ),
    today.pico > 0 || limits.moneyPerDay
      ? providersText.cost(share(money(today.pico), limits.moneyPerDay))
      : '',
  ].filter(Boolean);
}

/** Usage, with its limit if there is one. */
function share(used: string, limit: string | number | undefined): string {
  return limit ? providersText.ofLimit(used, String(limit)) : used;
}

const count = (value: number) => value.toLocaleString(language());

function money(pico: number): string {
  return (pico / PICO).toLocaleString(language(), { maximumSignificantDigits: 4 });
}
