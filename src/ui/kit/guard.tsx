import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary, type Failure } from './error-boundary.tsx';
import type { FailurePanelProps } from './failure-panel.tsx';
import { lazyView } from './lazy-view.tsx';

// Seldom needed, so not loaded on every visit.
const FailurePanel = lazyView<FailurePanelProps>(() =>
  import('./failure-panel.tsx').then((m) => m.FailurePanel),
);

/** The fallback of a failed part: at least its message, even if everything else fails. */
export function Failed(props: FailurePanelProps) {
  const sentence = <p role="alert">{props.title}</p>;
  return (
    <ErrorBoundary fallback={() => sentence}>
      <Suspense fallback={sentence}>
        <FailurePanel {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface GuardProps extends Omit<FailurePanelProps, 'failure'> {
  /** A change draws the part again. */
  resetKey?: unknown;
  /** Whether it is inside a list. */
  isRow?: boolean;
  children: ReactNode;
}

/** A part of the page that fails by itself: the rest continues. */
export function Guard({ resetKey, isRow = false, children, ...panel }: GuardProps) {
  const show = (failure: Failure) => {
    const failed = <Failed {...panel} failure={failure} />;
    return isRow ? <li>{failed}</li> : failed;
  };
  return (
    <ErrorBoundary resetKey={resetKey} fallback={show}>
      {children}
    </ErrorBoundary>
  );
}
