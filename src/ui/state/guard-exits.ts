import { storageText } from '#ui/messages/storage.ts';
import { useHost } from './models.ts';
import { showToast } from './toasts.ts';

/** Both names of the same thing. */
const WEBRTC = ['RTCPeerConnection', 'webkitRTCPeerConnection'] as const;

/**
 * What no policy covers in offline mode: links, scripts and new windows open no other site, and WebRTC is not there.
 * From the first call on, as long as the page lives.
 */
export function guardExits(): void {
  const isOffline = () => useHost.getState().status.isOffline === true;
  /** Whether an address is of another site and must not be opened; the person learns of it. */
  const isBlocked = (address: string | URL): boolean => {
    if (!isOffline() || !URL.canParse(address, location.href)) return false;
    const url = new URL(address, location.href);
    if (!/^https?:$/.test(url.protocol) || url.host === location.host) return false;
    showToast({ text: storageText.linkBlocked(url.host) });
    return true;
  };
  const guard = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.host && isBlocked(link.href)) event.preventDefault();
  };
  // `auxclick`: the middle button opens links too.
  for (const name of ['click', 'auxclick']) addEventListener(name, guard, { capture: true });
  // `location.href = …`, which Firefox reports from 147 on, Safari from 26.2: only the app's own scripts run here.
  globalThis.navigation?.addEventListener('navigate', (event) => {
    if (event.cancelable && isBlocked(event.destination.url)) event.preventDefault();
  });
  const open = window.open.bind(window);
  window.open = (address = '', ...more) => (isBlocked(address) ? null : open(address, ...more));
  const found = WEBRTC.map((name) => [name, Reflect.get(globalThis, name)] as const);
  const follow = () => {
    for (const [name, connection] of found)
      if (connection) Object.assign(globalThis, { [name]: isOffline() ? undefined : connection });
  };
  useHost.subscribe(follow);
  follow();
}
