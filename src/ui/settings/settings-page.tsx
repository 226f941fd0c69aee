import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { DataSection } from './data-section.tsx';
import { HubSection } from './hub-section.tsx';
import { LookSection } from './look-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { ServiceSection } from './service-section.tsx';

/** How the app looks, what answers by default, the limits, and a person's data. */
export function SettingsPage() {
  return (
    <div className={page['page']}>
      <h1>Settings</h1>
      <LookSection />
      <Guard title="The default models could not be shown.">
        <ModelsSection />
      </Guard>
      <Guard title="The limits could not be shown.">
        <ServiceSection />
      </Guard>
      <Guard title="The model hub could not be shown.">
        <HubSection />
      </Guard>
      <DataSection />
    </div>
  );
}
