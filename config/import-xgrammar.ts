import type { Plugin } from 'vite';

const NAMES = ['Grammar', 'GrammarCompiler', 'GrammarMatcher', 'TokenizerInfo'];

const HEAD = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
const module = { exports: {} };
const exports = module.exports;
`;

/**
 * web-xgrammar 0.1.27 is a UMD file in a package of ES modules. The bundler reads it unchanged;
 * Node, where the unit tests run, finds no exports in it, and in it no way to its own address.
 */
export function importXgrammar(): Plugin {
  return {
    name: 'alcove:import-xgrammar',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('@mlc-ai/web-xgrammar/lib/index.js')) return null;
      if (!code.includes('factory(exports)')) this.error('web-xgrammar has changed: no UMD head.');
      return `${HEAD}${code}\nexport const { ${NAMES.join(', ')} } = exports;\n`;
    },
  };
}
