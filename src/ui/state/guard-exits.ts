import { storageText } from '#ui/messages/storage.ts';
import { useHost } from './models.ts';
import { showToast } from './toasts.ts';

/**
 * What no policy covers in offline mode: links open no other site, wherever they are drawn, and WebRTC is not there.
 * From the first call on, as long as the page lives.
 */
export function guardExits(): void {
  const isOffline = () => useHost.getState().status.isOffline === true;
  const guard = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.host || link.host === location.host || !isOffline()) return;
    event.preventDefault();
    showToast({ text: storageText.linkBlocked(link.host) });
  };
  // `auxclick`: the middle button opens links too.
  for (const name of ['click', 'auxclick']) addEventListener(name, guard, { capture: true });
  const { RTCPeerConnection: connection } = globalThis;
  const follow = () => {
    Object.assign(globalThis, { RTCPeerConnection: isOffline() ? undefined : connection });
  };
  useHost.subscribe(follow);
  follow();
}
