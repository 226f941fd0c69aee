import { useState } from 'react';
import { appPath } from '#contract/app-path.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { settingsText } from '#ui/messages/settings.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';

/** What a person needs to report a problem. */
export function SupportSection() {
  const services = useServices();
  const [isBusy, setBusy] = useState(false);

  async function copy() {
    setBusy(true);
    try {
      const { collectDiagnostics } = await import('./collect-diagnostics.ts');
      await navigator.clipboard.writeText(await collectDiagnostics(services));
      showToast({ text: settingsText.diagnosticsCopied });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={page['section']} aria-labelledby="support">
      <h2 id="support">{settingsText.support}</h2>
      <p className={controls['secondary']}>{settingsText.aboutDiagnostics}</p>
      <div className={controls['row']}>
        <Button
          isPending={isBusy}
          onClick={() => reportFailure(settingsText.diagnosticsNotCopied, copy())}
        >
          {settingsText.copyDiagnostics}
        </Button>
        <span className={controls['secondary']}>{settingsText.version(services.version)}</span>
        <a href={appPath('/licences.txt')}>{settingsText.licences}</a>
      </div>
    </section>
  );
}
