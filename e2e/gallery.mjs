// The page of `npm run screenshots`: every state with its pictures side by side, to be looked at one by one.
import { writeFile } from 'node:fs/promises';

const STYLE = `
:root { color-scheme: light dark; font: 15px/24px system-ui, sans-serif; }
body { margin: 0; padding: 24px; background: light-dark(#eceae4, #0f0e0d); color: light-dark(#2a2621, #ece8df); }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-bottom: 24px; font-size: 13px; }
section { margin-bottom: 48px; }
h2 { margin: 0 0 8px; font-size: 17px; }
.row { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
figure { flex: none; margin: 0; }
figcaption { font-size: 12px; opacity: 0.7; }
img { display: block; height: 560px; border: 1px solid light-dark(#d8d3c8, #3b3833); border-radius: 8px; }
`;

const toHtml = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Writes `index.html` next to the pictures `STATE-SIZE-THEME.png` of a folder. */
export async function writeGallery(folder, states, sizes, themes) {
  const pictures = (state) =>
    sizes.flatMap((size) =>
      themes.map(
        (theme) =>
          `<figure><img loading="lazy" alt="${state}, ${size}, ${theme}" src="${state}-${size}-${theme}.png"><figcaption>${size}, ${theme}</figcaption></figure>`,
      ),
    );
  const names = states.map(toHtml);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Alcove: every state</title><style>${STYLE}</style></head><body>
<h1>Every state</h1>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${names.map((name) => `<section id="${name}"><h2>${name}</h2><div class="row">${pictures(name).join('')}</div></section>`).join('\n')}
</body></html>
`;
  await writeFile(`${folder}/index.html`, html);
}
