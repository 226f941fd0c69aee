import { useEffect, useState } from 'react';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { refreshHost } from '#ui/state/models.ts';
import { finishSettings, writeSettings } from '#ui/state/pending-settings.ts';
import { reportFailure } from '#ui/state/toasts.ts';

export interface SettingsProps {
  settings: ServiceSettings;
  change: (changes: Partial<ServiceSettings>) => void;
}

/** The service's settings, null until they are read, and how to change them. */
export function useSettings(): [ServiceSettings | null, SettingsProps['change']] {
  const { control } = useServices();
  const [settings, setSettings] = useState<ServiceSettings | null>(null);

  useEffect(() => {
    let mounted = true;
    const read = async () => {
      // An earlier page may have been left before its change was stored.
      await finishSettings(control);
      const stored = await control((c) => c.readSettings());
      if (mounted) setSettings(stored);
    };
    read().catch(reportError);
    return () => {
      mounted = false;
    };
  }, [control]);

  function change(changes: Partial<ServiceSettings>) {
    if (settings) setSettings({ ...settings, ...changes });
    const work = writeSettings(control, changes).then(() => refreshHost(control));
    reportFailure(settingsText.changing, work);
  }

  return [settings, change];
}
