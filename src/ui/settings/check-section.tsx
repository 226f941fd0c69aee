import { useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { privacyText } from '#ui/messages/privacy.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import styles from './privacy.module.css';

/** Three steps that anybody can take, and a report for somebody who checks for others. */
export function CheckSection() {
  const services = useServices();
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { writeAuditReport } = await import('./audit-report.ts');
      const at = new Date();
      const report = await writeAuditReport(services, at);
      const data = new Blob([JSON.stringify(report, null, 2), '\n'], { type: 'application/json' });
      saveFile(`alcove-report-${at.toISOString().slice(0, 10)}.json`, data);
      showToast({ text: privacyText.reported });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={page['section']} aria-labelledby="check">
      <h2 id="check">{privacyText.check}</h2>
      <ol className={styles['steps']}>
        <li>{privacyText.first}</li>
        <li>{privacyText.second}</li>
        <li>{privacyText.third}</li>
      </ol>
      <div className={controls['row']}>
        <Button isPending={isBusy} onClick={() => reportFailure(privacyText.notReported, save())}>
          {privacyText.report}
        </Button>
        {isBusy && (
          <span role="status" className={controls['secondary']}>
            {privacyText.reporting}
          </span>
        )}
      </div>
    </section>
  );
}
