import { statusText } from '#ui/messages/status.ts';
import { useHost } from './models.ts';
import { showToast } from './toasts.ts';

/**
 * What no policy covers in offline mode: links open no other site, wherever they are drawn, and WebRTC is not there.
 * @returns a function that stops it
 */
export function guardExits(): () => void {
  const isOffline = () => useHost.getState().status.isOffline === true;
  const guard = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.host || link.host === location.host || !isOffline()) return;
    event.preventDefault();
    showToast({ text: statusText.linkBlocked(link.host) });
  };
  // `auxclick`: the middle button opens links too.
  const events = ['click', 'auxclick'];
  for (const name of events) addEventListener(name, guard, { capture: true });
  const { RTCPeerConnection: connection } = globalThis;
  const stop = useHost.subscribe(() => {
    Object.assign(globalThis, { RTCPeerConnection: isOffline() ? undefined : connection });
  });
  return () => {
    stop();
    for (const name of events) removeEventListener(name, guard, { capture: true });
  };
}
