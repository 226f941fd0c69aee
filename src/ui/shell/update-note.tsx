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
    const offer = (waiting: ServiceWorker, active: ServiceWorker) => {
      toast ??= showToast(
        {
          text: shellText.updateReady,
          action: { label: shellText.update, run: () => update(waiting, active) },
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
function update(waiting: ServiceWorker, active: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  // The old one too: the new one waits for its running work.
  for (const worker of [active, waiting]) worker.postMessage({ type: 'alcove:activate' });
}

function watchForUpdate(found: (waiting: ServiceWorker, active: ServiceWorker) => void): {
  stop: () => void;
} {
  const stopped = new AbortController();
  const { signal } = stopped;
  const look = (registration: ServiceWorkerRegistration | undefined) => {
    if (!registration || signal.aborted) return;
    const { waiting, active } = registration;
    if (waiting && active) found(waiting, active);
    const follow = () => {
      const { installing } = registration;
      installing?.addEventListener(
        'statechange',
        () => {
          const { active } = registration;
          if (installing.state === 'installed' && active) found(installing, active);
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
