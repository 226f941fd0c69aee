import { Route, Switch, useLocation } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { backupsText, moveText } from '#ui/messages/backups.ts';
import { providersText } from '#ui/messages/providers.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { shellText } from '#ui/messages/shell.ts';
import { storageText } from '#ui/messages/storage.ts';
import { PageHeader, PageTabs } from '#ui/page-header/page-header.tsx';
import { DataSection } from './data-section.tsx';
import { FolderSection } from './folder-section.tsx';
import { HubSection } from './hub-section.tsx';
import { LookSection } from './look-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { MoveSection } from './move/move-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { ProvidersSection } from './providers/providers-section.tsx';
import { useProviders } from './providers/use-providers.ts';
import { ServiceSection } from './service-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { SupportSection } from './support-section.tsx';
import { useSettings } from './use-settings.ts';
import { VoiceSection } from './voice-section.tsx';

/** How the app looks and answers, a person's data, its privacy, providers, and the limits: a tab for each. */
export function SettingsPage() {
  const [location] = useLocation();
  return (
    <>
      <PageHeader title={settingsText.title} />
      <div className={page['page']}>
        <PageTabs
          label={settingsText.title}
          tabs={[
            { path: '/settings', name: settingsText.general },
            { path: '/settings/data', name: settingsText.data },
            { path: '/settings/privacy', name: settingsText.privacyTab },
            { path: '/settings/providers', name: providersText.title },
            { path: '/settings/service', name: settingsText.serviceTab },
          ]}
        />
        <Guard title={settingsText.tabNotShown} resetKey={location}>
          <Switch>
            <Route path="/settings/data" component={Data} />
            <Route path="/settings/privacy" component={Privacy} />
            <Route path="/settings/providers" component={Providers} />
            <Route path="/settings/service" component={Service} />
            <Route component={General} />
          </Switch>
        </Guard>
      </div>
    </>
  );
}

function General() {
  return (
    <>
      <LookSection />
      <Guard title={settingsText.modelsNotShown}>
        <ModelsSection />
      </Guard>
      <VoiceSection />
      <SupportSection />
    </>
  );
}

function Data() {
  return (
    <>
      <DataSection />
      <Guard title={moveText.notShown}>
        <MoveSection />
      </Guard>
      <Guard title={backupsText.folderNotShown}>
        <FolderSection />
      </Guard>
      <Guard title={storageText.notShown}>
        <StorageSection />
      </Guard>
    </>
  );
}

function Privacy() {
  return (
    <Guard title={storageText.sentNotShown}>
      <PrivacySection />
    </Guard>
  );
}

function Providers() {
  const [providers, changed] = useProviders();
  if (!providers) return <Opening />;
  return (
    <Guard title={providersText.notShown}>
      <ProvidersSection settings={providers} changed={changed} />
    </Guard>
  );
}

function Service() {
  const [settings, change] = useSettings();
  return (
    <>
      <Guard title={settingsText.limitsNotShown}>
        <ServiceSection settings={settings} change={change} />
      </Guard>
      {settings && (
        <Guard title={settingsText.hubNotShown}>
          <HubSection settings={settings} change={change} />
        </Guard>
      )}
    </>
  );
}

function Opening() {
  return <p className={controls['secondary']}>{shellText.opening}</p>;
}
