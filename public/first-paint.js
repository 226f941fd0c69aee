// Draws the first picture of a first visit from templates that the build wrote into index.html, then starts the app, which
// replaces it: on a slow connection the picture would otherwise share the line with all the code. A visit with stored
// choices, another language or a service worker, whose files are here already, begins with the app.
(() => {
  const base = new URL('.', document.currentScript.src).pathname;
  const path = location.pathname.slice(base.length - 1).replace(/^\/$/, '/chat');
  const page = document.querySelector(`template[data-page="${CSS.escape(path)}"]`);
  const root = document.getElementById('root');
  const isShown = page !== null && root !== null && isFirstVisit();
  if (isShown) draw(() => whenPainted(startApp));
  else startApp();

  /** Calls back within the event of the last style: a load event in between would be the page's. */
  function draw(next) {
    const styles = names(page.dataset.styles);
    let missing = styles.length;
    const show = () => {
      // Its buttons do nothing yet: neither a press nor a screen reader gets to them.
      performance.mark('first-picture');
      root.inert = true;
      root.ariaHidden = 'true';
      root.append(document.importNode(page.content, true));
      next();
    };
    const count = () => {
      missing -= 1;
      if (missing === 0) show();
    };
    for (const name of styles) {
      const sheet = addLink('stylesheet', name);
      sheet.onload = count;
      sheet.onerror = count;
    }
    if (missing === 0) show();
  }

  function startApp() {
    const app = document.querySelector('template[data-app]');
    if (app) document.head.append(document.importNode(app.content, true));
    for (const name of names(page?.dataset.scripts)) addLink('modulepreload', name);
  }

  function addLink(rel, name) {
    const link = Object.assign(document.createElement('link'), { rel, href: base + name });
    link.crossOrigin = '';
    document.head.append(link);
    return link;
  }

  function names(list) {
    return (list ?? '').split(' ').filter(Boolean);
  }

  /**
   * Calls back after a frame, which a tab that nobody sees never draws. Pictures that load one after the other hold the
   * page's load event back: it comes after the app, as on every other visit.
   */
  function whenPainted(next) {
    let isDone = document.hidden;
    const end = () => {
      isDone = true;
    };
    requestAnimationFrame(() => setTimeout(end));
    setTimeout(end, 500);
    let count = 0;
    const hold = () => {
      if (isDone) return next();
      count += 1;
      const image = new Image();
      image.onload = hold;
      image.onerror = hold;
      image.src = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='${count}'/>`;
    };
    hold();
  }

  function isFirstVisit() {
    try {
      const { languages, serviceWorker } = navigator;
      const spoken = languages.map((tag) => tag.split('-')[0]).find((tag) => /^(?:en|de)$/.test(tag));
      const isKnown = serviceWorker?.controller || localStorage.getItem('alcove-preferences');
      return isSecureContext && (spoken ?? 'en') === 'en' && !isKnown && location.search === '';
    } catch {
      return false;
    }
  }
})();
