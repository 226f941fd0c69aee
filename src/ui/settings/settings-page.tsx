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
import { ServiceSection } from './service-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SupportSection } from './support-section.tsx';

/** How the app looks, what answers by default, the limits, and a person's data. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title={settingsText.title} />
      <div className={page['page']}>
        <LookSection />
        <Guard title={settingsText.modelsNotShown}>
          <ModelsSection />
        </Guard>
        <Guard title={settingsText.limitsNotShown}>
          <ServiceSection />
        </Guard>
        <Guard title={settingsText.hubNotShown}>
          <HubSection />
        </Guard>
        <Guard title={providersText.notShown}>
          <ProvidersSection />
        </Guard>
        <DataSection />
        <Guard title={storageText.notShown}>
          <StorageSection />
        </Guard>
        <SupportSection />
      </div>
    </>
  );
}
