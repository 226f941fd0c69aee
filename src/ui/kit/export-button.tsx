import { use, useState } from 'react';
import { failureText } from '#ui/messages/failure.ts';
import { Button } from './button.tsx';
import { ExportContext } from './export-context.ts';
import { Problem } from './problem.tsx';

const LABELS = {
  idle: 'exportData',
  running: 'exporting',
  done: 'exported',
  failed: 'exportData',
} as const;

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
        {failureText[LABELS[state]]}
      </Button>
      {state === 'failed' && <Problem text={failureText.notExported} />}
    </>
  );
}
