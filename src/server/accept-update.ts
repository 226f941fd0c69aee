/** Milliseconds in which a new version is downloaded; slower ones are applied at the next start. */
const LIMIT_MS = 60_000;

/**
 * Run in the page: applies a new version of the app, which otherwise waits for a person to agree. The value is whether
 * there was one: the page is to be opened again then.
 */
export const TAKE_UPDATE = `(async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return false;
  // Without a network no newer version can be fetched.
  await registration.update().catch(() => {});
  const next = registration.installing ?? registration.waiting;
  if (!next) return false;
  // In this order. One may be activated by the browser itself, once no page uses the old one.
  const PASSED = ['installing', 'installed', 'activating', 'activated', 'redundant'];
  const reached = (state) => new Promise((resolve) => {
    const look = () => {
      if (PASSED.indexOf(next.state) >= PASSED.indexOf(state)) resolve();
    };
    next.addEventListener('statechange', look);
    look();
    setTimeout(resolve, ${LIMIT_MS});
  });
  await reached('installed');
  if (next.state === 'installing') return false;
  // The old one too: the new one waits for its running work, and saving for offline use takes long.
  const old = registration.active;
  if (old && old !== next) old.postMessage({ type: 'alcove:activate' });
  next.postMessage({ type: 'alcove:activate' });
  await reached('activated');
  return next.state === 'activated';
})()`;
