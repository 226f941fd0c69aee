import type { Plugin } from 'vite';

/** Modules of Node that a package imports for Node only, behind a check of its own. */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  '@mlc-ai/web-xgrammar': ['module', 'url'],
};
const EMPTY = '\0alcove:empty';

/** Replaces them by an empty module, where Vite would do the same with a warning at every build. */
export function silenceBuiltins(): Plugin {
  return {
    name: 'alcove:unused-builtins',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const path = importer.replaceAll('\\', '/');
      const isUnused = Object.entries(UNUSED).some(
        ([name, modules]) => path.includes(`/node_modules/${name}/`) && modules.includes(source),
      );
      return isUnused ? EMPTY : null;
    },
    load: (id) => (id === EMPTY ? 'export default {};' : null),
  };
}
