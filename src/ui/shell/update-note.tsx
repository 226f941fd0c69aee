import { useEffect } from 'react';
import { shellText } from '#ui/messages/shell.ts';
import { useHost } from '#ui/state/models.ts';
import { closeToast, showToast } from '#ui/state/toasts.ts';

/** Offers a new version of the app when one is waiting; it never comes in the middle of an answer. */
export function UpdateNote() {
  const isWorking = useHost(({ status }) =>
    status.slots.some((slot) => slot.running + slot.waiting > 0),
  );
  const isReady = useHost(({ service }) => service.state !== 'starting');

  useEffect(() => {
    if (isWorking || !isReady) return;
    let toast: string | null = null;
    const offer = (waiting: ServiceWorker) => {
      toast ??= showToast(
        {
          text: shellText.updateReady,
          action: { label: shellText.update, run: () => update(waiting) },
        },
        true,
      );
    };
    const watch = watchForUpdate(offer);
    return () => {
      watch.stop();
      if (toast) closeToast(toast);
    };
  }, [isWorking, isReady]);

  return null;
}

/** The page is loaded again once the new worker has taken over. */
function update(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage({ type: 'alcove:activate' });
}

function watchForUpdate(found: (waiting: ServiceWorker) => void): { stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  const look = (registration: ServiceWorkerRegistration | undefined) => {
    if (!registration || signal.aborted) return;
    const { waiting } = registration;
    if (waiting && registration.active) found(waiting);
    const follow = () => {
      const { installing } = registration;
      installing?.addEventListener(
        'statechange',
        () => {
          if (installing.state === 'installed' && registration.active) found(installing);
        },
        { signal },
      );
    };
    registration.addEventListener('updatefound', follow, { signal });
    follow();
  };
  navigator.serviceWorker?.getRegistration().then(look, () => {});
  return { stop: () => stopped.abort() };
}
