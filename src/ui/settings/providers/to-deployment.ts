import type { Deployment, Rule } from '#contract/providers.ts';
import type { ProviderView } from '#transport/provider-control.ts';

/** Providers and rules as an `alcove.json` for others: no view holds a key, so the file has none. */
export function toDeployment(
  providers: readonly ProviderView[],
  rules: readonly Rule[],
): Deployment {
  return { providers: providers.map(({ config }) => config), rules: [...rules] };
}
