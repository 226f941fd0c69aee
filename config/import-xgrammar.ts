import type { Plugin } from 'vite';

const NAMES = ['Grammar', 'GrammarCompiler', 'GrammarMatcher', 'TokenizerInfo'];

/**
 * web-xgrammar 0.1.27 is a UMD file in a package of ES modules: imported as it is, it exports
 * nothing. Here it is given the `module` it looks for.
 */
export function importXgrammar(): Plugin {
  return {
    name: 'alcove:import-xgrammar',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('@mlc-ai/web-xgrammar/lib/index.js')) return null;
      if (!code.includes('factory(exports)')) this.error('web-xgrammar has changed: no UMD head.');
      // Only unit tests run where there is no `location`: there it asks Node for its own address.
      const head = process.env['VITEST']
        ? "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nconst __filename = import.meta.filename;\nconst __dirname = import.meta.dirname;\n"
        : '';
      return `${head}const module = { exports: {} };\nconst exports = module.exports;\n${code}\nexport const { ${NAMES.join(', ')} } = exports;\n`;
    },
  };
}
