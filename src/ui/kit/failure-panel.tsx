import { useState } from 'react';
import { failureText } from '#ui/messages/failure.ts';
import { Button } from './button.tsx';
import controls from './controls.module.css';
import { CopyButton } from './copy-button.tsx';
import type { Failure } from './error-boundary.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './failure-panel.module.css';
import { LoadError } from './lazy-view.tsx';
import { LongText } from './long-text.tsx';

export interface FailurePanelProps {
  /** A sentence: which part could not be shown. */
  title: string;
  failure: Failure;
  /** What the part would have shown, to be read as plain text. From storage: it may be anything. */
  source?: unknown;
  /** Whether a reload of the page is offered. */
  canReload?: boolean;
}

/** Names the failed part and the possible actions. The exception itself can only be copied. */
export function FailurePanel({ title, failure, source, canReload = false }: FailurePanelProps) {
  const [isPlain, setPlain] = useState(false);
  const { error, componentStack, retry } = failure;
  return (
    <div className={styles['panel']} role="alert">
      <p className={styles['title']}>{title}</p>
      <p className={controls['secondary']}>
        {error instanceof LoadError ? failureText.notLoaded : failureText.dataIsSafe}
      </p>
      {isPlain && <LongText text={typeof source === 'string' ? source : JSON.stringify(source)} />}
      <div className={controls['row']}>
        <Button size="small" onClick={retry}>
          {failureText.tryAgain}
        </Button>
        {source !== undefined && !isPlain && (
          <Button size="small" onClick={() => setPlain(true)}>
            {failureText.showPlain}
          </Button>
        )}
        {canReload && (
          <Button size="small" onClick={() => location.reload()}>
            {failureText.reload}
          </Button>
        )}
        <ExportButton />
        <CopyButton
          text={describeFailure(error, componentStack)}
          label={failureText.copyDetails}
          isNamed
        />
      </div>
    </div>
  );
}

/** Characters of a stack that help to find a fault; an endless recursion has many more. */
const MAX_STACK = 4_000;

/** What a bug report needs of an exception: its name, where it was thrown, and in which browser. */
export function describeFailure(error: unknown, componentStack = ''): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return [
    `${name}: ${message.slice(0, MAX_STACK)}`,
    (stack ?? '').slice(0, MAX_STACK),
    componentStack.slice(0, MAX_STACK).trim(),
    `Alcove ${__ALCOVE_VERSION__}, ${location.pathname}`,
    navigator.userAgent,
    `isolated: ${globalThis.crossOriginIsolated}, secure: ${globalThis.isSecureContext}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
