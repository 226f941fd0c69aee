import { use, useState } from 'react';
import { Button } from './button.tsx';
import { ExportContext } from './export-context.ts';
import { Problem } from './problem.tsx';

const LABELS = {
  idle: 'Export my data',
  running: 'Exporting…',
  done: 'Exported',
  failed: 'Export my data',
};

/** Saves a person's data where the page around it has failed. */
export function ExportButton() {
  const exportData = use(ExportContext);
  const [state, setState] = useState<keyof typeof LABELS>('idle');
  if (!exportData) return null;
  const run = () => {
    setState('running');
    exportData().then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <Button size="small" disabled={state === 'running'} onClick={run}>
        {LABELS[state]}
      </Button>
      {state === 'failed' && <Problem text="The data in this browser could not be read." />}
    </>
  );
}
