import { useEffect, useState } from 'react';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { providersText } from '#ui/messages/providers.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { storageText } from '#ui/messages/storage.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { DataSection } from './data-section.tsx';
import { HubSection } from './hub-section.tsx';
import { LookSection } from './look-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { useProviders } from './providers/use-providers.ts';
import { ServiceSection } from './service-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SupportSection } from './support-section.tsx';
import { useSettings } from './use-settings.ts';

/** Milliseconds after which the page is shown without sections that are still loading. */
const PATIENCE_MS = 3_000;

/** Appearance, default model, limits, and a person's data. */
export function SettingsPage() {
  const [settings, change] = useSettings();
  const [providers, changed] = useProviders();
  const isLate = useIsLate(PATIENCE_MS);
  // Drawn together: a section that appears later would move text while it is read.
  const isShown = isLate || (settings !== null && providers !== null);
  return (
    <>
      <PageHeader title={settingsText.title} />
      <div className={page['page']}>
        <LookSection />
        <Guard title={settingsText.modelsNotShown}>
          <ModelsSection />
        </Guard>
        <Guard title={settingsText.limitsNotShown}>
          <ServiceSection settings={settings} change={change} />
        </Guard>
        {isShown && settings && (
          <Guard title={settingsText.hubNotShown}>
            <HubSection settings={settings} change={change} />
          </Guard>
        )}
        {isShown && providers && (
          <Guard title={providersText.notShown}>
            <ProvidersSection settings={providers} changed={changed} />
          </Guard>
        )}
        {isShown && (
          <>
            <DataSection />
            <Guard title={storageText.notShown}>
              <StorageSection />
            </Guard>
            <SupportSection />
          </>
        )}
      </div>
    </>
  );
}

function useIsLate(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
