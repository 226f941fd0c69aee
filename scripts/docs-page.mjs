// One page of the documents' site: navigation, text, and the headings of the page.
import { posix } from 'node:path';
import { createElement } from 'react';

/** @param props `current`: its path in the site; `sections`: names with lists of pages */
export function Page({ title, description, content, headings, sections, current }) {
  const to = (page) => posix.relative(posix.dirname(current), page);
  const h = createElement;
  const link = ({ page, name }) =>
    h(
      'li',
      { key: page },
      h('a', { href: to(page), 'aria-current': page === current ? 'page' : undefined }, name),
    );
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'description', content: description }),
      h('title', null, title === 'Alcove' ? 'Alcove' : `${title} · Alcove`),
      h('link', { rel: 'icon', type: 'image/svg+xml', href: to('icon.svg') }),
      h('link', { rel: 'stylesheet', href: to('docs.css') }),
    ),
    h(
      'body',
      null,
      h('a', { className: 'skip', href: '#content' }, 'Skip to the text'),
      h(
        'header',
        null,
        h(
          'a',
          { href: to('index.html') },
          h('img', { src: to('icon.svg'), alt: '', width: 24, height: 24 }),
          'Alcove',
        ),
      ),
      h(
        'nav',
        { 'aria-label': 'Documents' },
        // Closed on narrow screens, where the text comes first.
        h(
          'details',
          null,
          h('summary', null, 'Contents'),
          h(
            'div',
            null,
            sections.map(([name, list]) =>
              h('section', { key: name }, h('h2', null, name), h('ul', null, list.map(link))),
            ),
          ),
        ),
      ),
      h('main', { id: 'content' }, content),
      headings.length > 1 &&
        h(
          'aside',
          { 'aria-label': 'On this page' },
          h('h2', null, 'On this page'),
          h(
            'ul',
            null,
            headings.map(({ id, text }) => h('li', { key: id }, h('a', { href: `#${id}` }, text))),
          ),
        ),
    ),
  );
}
