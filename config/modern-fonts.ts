import type { Plugin } from 'vite';

const OLD_FORMATS = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'](?:woff|truetype)["']\)/g;

/** Leaves out the formats KaTeX offers to browsers older than any that can run this app. */
export function dropOldFonts(): Plugin {
  return {
    name: 'alcove:modern-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]katex[\\/].*\.css/.test(id)) return null;
      if (!OLD_FORMATS.test(code)) this.error(`${id} has changed: no fonts in old formats.`);
      return code.replace(OLD_FORMATS, '');
    },
  };
}
