import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const ICON = /\/lucide-react\/.*\/icons\//;
const ICON_LIST = '/lucide-react.mjs';

/**
 * What the app's files are: one with everything a start needs, which compresses better than twenty small ones and is one
 * request; one with the icons that a start does not need; and what the bundler makes of the rest.
 * @param entry Path of the module that a page loads.
 */
export function chunkGroups(entry: string) {
  let start: ReadonlySet<string> | null = null;
  const nameStart = (id: string, context: Context) => {
    start ??= findStart(entry, context);
    return start.has(id) && id !== entry ? 'start' : null;
  };
  return [
    { name: nameStart, priority: 1 },
    { name: 'icons', test: ICON },
  ];
}

/**
 * Modules that the entry imports statically, directly or indirectly: every page has loaded them. The list of icons
 * imports each one; of these only those count that a module names.
 */
function findStart(entry: string, context: Context): ReadonlySet<string> {
  const modules = reach([entry], context);
  const list = modules.find((id) => id.endsWith(ICON_LIST));
  const files = list ? readIconList(list, context) : new Map<string, string>();
  const named = modules.flatMap((id) => namedIcons(context.getModuleInfo(id)?.code ?? ''));
  const icons = named.flatMap((name) => files.get(name) ?? []);
  return new Set([...modules, ...icons, ...reach(icons, context)]);
}

/** These modules and all that they import but icons. */
function reach(ids: readonly string[], context: Context): string[] {
  const found = new Set(ids);
  for (const id of found) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (!ICON.test(imported)) found.add(imported);
  }
  return [...found];
}

/** The file of each icon, by its names. */
function readIconList(list: string, context: Context): Map<string, string> {
  const { code } = context.getModuleInfo(list) ?? {};
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of code?.matchAll(/\{([^}]*)\} from ["'](.*?)["']/g) ?? []) {
    for (const [, name = ''] of names.matchAll(/ as (\w+)/g))
      files.set(name, join(dirname(list), file));
  }
  return files;
}

/** Names that a module imports from the list of icons. */
function namedIcons(code: string): string[] {
  const imports = code.matchAll(/\{([^}]*)\} from ["']lucide-react["']/g);
  return [...imports].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}
