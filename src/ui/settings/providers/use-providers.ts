import { useCallback, useEffect, useState } from 'react';
import type { Rule } from '#contract/providers.ts';
import type { ProviderView } from '#transport/provider-control.ts';
import { useServices } from '#ui/services.ts';
import { refreshHost } from '#ui/state/models.ts';

interface ProviderSettings {
  providers: readonly ProviderView[];
  /** The person's own, first match first. */
  rules: readonly Rule[];
}

export interface ProvidersProps {
  settings: ProviderSettings;
  /** Reads them again after a change. */
  changed: () => Promise<void>;
}

/** Providers and rules, null until they are read, and how to read them again after a change. */
export function useProviders(): [ProviderSettings | null, ProvidersProps['changed']] {
  const { control } = useServices();
  const [settings, setSettings] = useState<ProviderSettings | null>(null);
  const read = useCallback(async () => {
    const [providers, rules] = await control(async (c) => [
      await c.listProviders(),
      await c.listRules(),
    ]);
    setSettings({ providers, rules });
  }, [control]);
  useEffect(() => {
    read().catch(reportError);
  }, [read]);
  const changed = useCallback(async () => {
    await read();
    await refreshHost(control);
  }, [read, control]);
  return [settings, changed];
}
