import type { Plugin } from 'vite';

/**
 * Code that turns a string into HTML or script. Trusted Types make each of them throw in the browser, and an exception
 * while an answer is drawn removes the answer (or the whole page) from the screen.
 */
const SINK =
  /\b(?:innerHTML|outerHTML|srcdoc|dangerouslySetInnerHTML|insertAdjacentHTML|createContextualFragment|createHTMLDocument|parseHTMLUnsafe|setHTMLUnsafe|DOMParser)\b|\bdocument\.write(?:ln)?\b|(?<![\w$.])eval\(|(?<![\w$.])Function\(/g;

/** Each use that is allowed, and why it cannot be reached with a string from outside. */
const ALLOWED: Readonly<Record<string, { sinks: readonly string[]; why: string }>> = {
  'react-dom': {
    sinks: ['innerHTML', 'dangerouslySetInnerHTML'],
    why: 'Used for dangerouslySetInnerHTML, which no component of ours passes, and for script elements.',
  },
  streamdown: {
    sinks: ['DOMParser', 'outerHTML', 'dangerouslySetInnerHTML'],
    why: 'Mermaid pictures and its own table and code controls: no Mermaid plugin is given, controls are off.',
  },
  'highlight.js': {
    sinks: ['innerHTML'],
    why: 'highlightElement() works on elements; lowlight calls highlight() on strings.',
  },
  zod: { sinks: ['Function('], why: 'Probes whether eval is allowed, inside try.' },
  'pdfjs-dist': {
    sinks: ['Function('],
    why: 'Probes whether eval is allowed, inside try; compiles nothing where it is not.',
  },
};

/** Names of the sinks in a piece of JavaScript, each once; comments do not count. */
export function findSinks(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...new Set([...bare.matchAll(SINK)].map(([name]) => name))].sort();
}

/** The package a module is from: what follows the last `node_modules/`; null for our own. */
export function packageOf(id: string): string | null {
  const rest = id.split('node_modules/').slice(1).pop();
  return rest ? (/^(?:@[^/]+\/)?[^/?]+/.exec(rest)?.[0] ?? null) : null;
}

/** What a module may not do; null when all is allowed. */
export function sinkProblem(id: string, code: string): string | null {
  const name = packageOf(id);
  const allowed = (name && ALLOWED[name]?.sinks) || [];
  const found = findSinks(code).filter((sink) => !allowed.includes(sink));
  return found.length === 0 ? null : `${name ?? id}: ${found.join(', ')} (${id})`;
}

/** Fails a build in which a module uses a sink that is not listed: after unused code was removed. */
export function checkHtmlSinks(): Plugin {
  return {
    name: 'alcove:check-html-sinks',
    generateBundle(_, bundle) {
      const problems = Object.values(bundle).flatMap((file) => {
        if (file.type === 'asset') return [];
        return Object.entries(file.modules).map(([id, { code }]) => sinkProblem(id, code ?? ''));
      });
      const found = [...new Set(problems.filter((problem) => problem !== null))];
      if (found.length > 0) {
        this.error(
          `Trusted Types refuse these at run time; use another build of the package, or list why they are not reached (config/check-html-sinks.ts):\n${found.join('\n')}`,
        );
      }
    },
  };
}
