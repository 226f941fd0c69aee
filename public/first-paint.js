// Draws the first picture of a first visit from templates that the build wrote into index.html, then starts the app, which
// replaces it: on a slow connection the picture would otherwise share the line with all the code. A visit with stored
// choices or a service worker, whose files are here already, begins with the app.
(() => {
  const base = new URL('.', document.currentScript.src).pathname;
  const path = location.pathname.slice(base.length - 1).replace(/^\/$/, '/chat');
  const page = document.querySelector(`template[data-page="${CSS.escape(path)}"]`);
  const root = document.getElementById('root');
  const app = document.querySelector('template[data-app]');
  const language = page !== null && root !== null && firstVisitLanguage();
  if (language) draw(() => whenPainted(startApp));
  else startApp();

  /** Calls back within the event of the last style: a load event in between would be the page's. */
  function draw(next) {
    const styles = names(page.dataset.styles);
    const picture = document.importNode(page.content, true);
    let missing = styles.length;
    const show = () => {
      // Its buttons do nothing yet: neither a press nor a screen reader gets to them.
      performance.mark('first-picture');
      root.inert = true;
      root.ariaHidden = 'true';
      root.append(picture);
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
    if (language !== 'en') {
      missing += 1;
      let isHere = false;
      translate(picture).finally(() => {
        isHere = true;
      });
      holdLoad(() => isHere, count);
    }
    if (missing === 0) show();
  }

  /** Replaces the English texts, in their order; without the list of texts the picture stays English. */
  async function translate(picture) {
    const response = await fetch(`${base}first-paint-${language}.json`);
    const texts = (await response.json())[page.dataset.page];
    const walker = document.createTreeWalker(picture, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let at = 0; walker.nextNode(); ) {
      const node = walker.currentNode;
      const parts = node.attributes ?? [node];
      for (const part of parts) {
        if (part.name && !/^(?:aria-label|placeholder|title|alt|data-drop)$/.test(part.name)) continue;
        const text = texts[at++];
        if (text) part.nodeValue = text;
      }
    }
    document.documentElement.lang = language;
  }

  function startApp() {
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
   * Calls back after a frame; a hidden tab draws none. Pictures that load in sequence delay the page's load event until after
   * the app, as on every other visit.
   */
  function whenPainted(next) {
    let isDone = document.hidden;
    const end = () => {
      isDone = true;
    };
    // Where a browser reports paints: a picture can be shown some time after its frame.
    if (window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      const isShown = ({ name }) => name === 'first-contentful-paint';
      const observer = new PerformanceObserver((list) => list.getEntries().some(isShown) && end());
      observer.observe({ type: 'paint', buffered: true });
    } else requestAnimationFrame(() => setTimeout(end));
    setTimeout(end, 500);
    holdLoad(() => isDone, next);
  }

  /** Calls back once something is done, and keeps the load event from coming before. */
  function holdLoad(isDone, next, count = 1) {
    if (isDone()) return next();
    const image = new Image();
    image.onload = image.onerror = () => holdLoad(isDone, next, count + 1);
    image.src = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='${count}'/>`;
  }

  /** The language of a first visit's picture; null where there is none. */
  function firstVisitLanguage() {
    try {
      const { languages, serviceWorker } = navigator;
      const known = names(app?.dataset.languages);
      const spoken = languages.map((tag) => tag.split('-')[0]).find((tag) => known.includes(tag));
      const isKnown = serviceWorker?.controller || localStorage.getItem('alcove-preferences');
      return isSecureContext && !isKnown && location.search === '' ? (spoken ?? 'en') : null;
    } catch {
      return null;
    }
  }
})();
