import type { Page, Worker } from '@playwright/test';

/** Ways out of a page, each tried; what refuses to be tried counts as tried. @returns how many */
export function tryFromPage(page: Page, target: string): Promise<number> {
  return page.evaluate(async (url) => {
    const add = (tag: string, set: Record<string, string>, parent: Node = document.body) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(set)) element.setAttribute(name, value);
      parent.appendChild(element);
      return element;
    };
    const ways: (() => unknown)[] = [
      () => fetch(url),
      () => fetch(url, { mode: 'no-cors', keepalive: true }),
      () => fetch(url, { method: 'POST', body: 'secret' }),
      () => {
        const request = new XMLHttpRequest();
        request.open('POST', url);
        request.send('secret');
      },
      () => navigator.sendBeacon(url, 'secret'),
      () => new WebSocket(url.replace('http', 'ws')),
      () => new EventSource(url),
      () =>
        new (globalThis as unknown as { WebTransport: new (u: string) => object }).WebTransport(
          url.replace('http:', 'https:'),
        ),
      () => import(/* @vite-ignore */ url),
      () => new Worker(url),
      () => new SharedWorker(url),
      () => navigator.serviceWorker.register(url),
      () => Object.assign(new Image(), { src: url }),
      () => Object.assign(new Image(), { srcset: `${url} 2x` }),
      () => new Audio(url).play(),
      () => add('video', { src: url, autoplay: '' }),
      () => add('video', { poster: url }),
      () => add('script', { src: url }),
      () => add('script', { src: url, type: 'module' }),
      () => add('link', { rel: 'stylesheet', href: url }),
      () => add('link', { rel: 'prefetch', href: url }, document.head),
      () => add('link', { rel: 'preload', as: 'fetch', href: url }, document.head),
      () => add('link', { rel: 'modulepreload', href: url }, document.head),
      () => add('link', { rel: 'icon', href: url }, document.head),
      () => add('link', { rel: 'manifest', href: url }, document.head),
      () => add('iframe', { src: url }),
      () => add('object', { data: url }),
      () => add('embed', { src: url }),
      () => add('input', { type: 'image', src: url }),
      () => add('svg', {}).insertAdjacentHTML('beforeend', `<image href="${url}"/>`),
      () => new FontFace('home', `url(${url})`).load(),
      () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`body::after { content: url(${url}); background: url(${url}) }`);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      },
      () => {
        const form = add('form', { action: url, method: 'post', target: '_blank' });
        (form as HTMLFormElement).submit();
      },
      () => (add('a', { href: url, target: '_blank' }) as HTMLElement).click(),
      () => (add('a', { href: url, ping: url }) as HTMLElement).click(),
      () =>
        add('a', { href: url, download: 'x' }).dispatchEvent(
          new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
        ),
      () => caches.open('home').then((cache) => cache.add(url)),
      () => window.open(url),
      () => Object.assign(location, { href: url }),
      () => location.assign(url),
      () => location.replace(url),
      () => new AudioContext().audioWorklet.addModule(url),
      () => new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)})`]))),
      () => document.startViewTransition?.(() => add('img', { src: url })),
      () => new Notification('home', { icon: url, image: url } as NotificationOptions),
    ];
    for (const way of ways)
      await Promise.resolve()
        .then(way)
        .catch(() => {});
    return ways.length;
  }, target);
}

/** The same from a worker. */
export function tryFromWorker(worker: Worker, target: string): Promise<number> {
  return worker.evaluate(async (url) => {
    const ways: (() => unknown)[] = [
      () => fetch(url),
      () => fetch(url, { mode: 'no-cors', keepalive: true }),
      () => fetch(url, { method: 'POST', body: 'secret' }),
      () => fetch('https://huggingface.co/home', { method: 'POST', body: 'secret' }),
      () => {
        const request = new XMLHttpRequest();
        request.open('POST', url);
        request.send('secret');
      },
      () => new WebSocket(url.replace('http', 'ws')),
      () => new EventSource(url),
      () => import(/* @vite-ignore */ url),
      () => new Worker(url),
      () => caches.open('home').then((cache) => cache.add(url)),
    ];
    for (const way of ways)
      await Promise.resolve()
        .then(way)
        .catch(() => {});
    return ways.length;
  }, target);
}
