import type { Break, Link, Nodes, Parents, Root, RootContent, TableCell } from 'mdast';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { attention } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import type { Code, Construct, Event, State, Token, TokenizeContext } from 'micromark-util-types';
// Its types name the lists of extensions.
import type {} from 'remark-parse';
import type { Processor } from 'unified';

/** As the autolinks of micromark-extension-gfm declare them, whose types are not loaded with it. */
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink';
    literalAutolinkHttp: 'literalAutolinkHttp';
    literalAutolinkWww: 'literalAutolinkWww';
  }
}

const STAR = 42;
const LESS_THAN = 60;
const LABELS: readonly string[] = ['labelLink', 'labelImage'];

/**
 * A remark plugin: GitHub's Markdown, in which emphasis needs no spaces in scripts that have none, a single tilde is a
 * tilde, an address ends before punctuation of any script, and `<br>` breaks a line of a cell.
 */
export function dialect(this: Processor) {
  const data = this.data();
  const { text = {}, ...rest } = gfm({ singleTilde: false });
  const constructs = Object.entries(text).map(([code, list]) => [
    code,
    [list ?? []].flat().flatMap(adapted),
  ]);
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    ...rest,
    text: { ...Object.fromEntries(constructs), [STAR]: joining(attention) },
  });
  data.fromMarkdownExtensions ??= [];
  data.fromMarkdownExtensions.push(gfmFromMarkdown());
  return (tree: Root) => {
    breakCells(tree);
    cutAddresses(tree);
  };
}

function adapted(construct: Construct): Construct[] {
  switch (construct.name) {
    case 'strikethrough':
      return [joining(construct)];
    case 'protocolAutolink':
    case 'wwwAutolink':
      return [address];
    // Tried at each letter, in a time that grows with the paragraph; addresses of mail are also found after parsing.
    case 'emailAutolink':
      return [];
    default:
      return [construct];
  }
}

const isSpace = (code: Code) => code === null || code < 0 || /\s/.test(String.fromCharCode(code));
const isBeyondAscii = (code: Code) => code !== null && code > 127 && !isSpace(code);

/**
 * Delimiters next to a character beyond ASCII open and close. CommonMark's rule takes a delimiter between punctuation and
 * a letter for one that faces the other way, as it does where words are separated by spaces.
 */
function joining(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = this.previous;
      let run: Token | null = null;
      const exit: typeof effects.exit = (type) => {
        run = effects.exit(type);
        return run;
      };
      const done: State = (after) => {
        const joins = isBeyondAscii(before) || isBeyondAscii(after);
        if (run && joins && !isSpace(after)) run._open = true;
        if (run && joins && !isSpace(before)) run._close = true;
        return ok(after);
      };
      return construct.tokenize.call(this, { ...effects, exit }, done, nok);
    },
  };
}

/** Brackets, quotes and ends of sentences and their parts: no address has one beyond ASCII unescaped. */
const ENDS_ADDRESS = /(?![ -~])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Terminal_Punctuation}…～〜]/u;
/** Belongs to an address where more of it follows. */
const MAY_TRAIL = /[!"'*,.:;?_~()\]&]/;
const HOST = /^(?:https?:\/\/|www\.)[^/?#:]*[a-z]$/i;
const PREFIXES = ['http://', 'https://', 'www.'];

/** An address without brackets: it ends where one of `ENDS_ADDRESS` follows, or where its host continues in another script. */
const address: Construct = {
  name: 'address',
  previous: (code) => code === null || code < 0 || !/[a-z\d]/i.test(String.fromCharCode(code)),
  tokenize(effects, ok, nok) {
    const start = this.now();
    const read = () => this.sliceSerialize({ start, end: this.now() });
    const isEnd = (code: Code) => {
      if (isSpace(code) || code === LESS_THAN) return true;
      if (!isBeyondAscii(code)) return false;
      const character = String.fromCharCode(code ?? 0);
      const isOther = /(?!\p{Script=Latin})\p{L}/u.test(character);
      return ENDS_ADDRESS.test(character) || (isOther && HOST.test(read()));
    };
    let prefix = '';
    let open = 0;
    const inPrefix: State = (code) => {
      prefix += String.fromCharCode(code ?? 0).toLowerCase();
      if (!PREFIXES.some((one) => one.startsWith(prefix))) return nok(code);
      effects.consume(code);
      return PREFIXES.includes(prefix) ? host : inPrefix;
    };
    const host: State = (code) => {
      const isEmpty = isEnd(code) || MAY_TRAIL.test(String.fromCharCode(code ?? 0));
      // A link in a link; one in brackets that are none is found after parsing.
      return isEmpty || isInLabel(this) ? nok(code) : inside(code);
    };
    const inside: State = (code) => {
      if (isEnd(code)) return done(code);
      const character = String.fromCharCode(code ?? 0);
      if (character === '(') open++;
      const isClosing = character === ')' && open > 0;
      if (isClosing) open--;
      if (!isClosing && MAY_TRAIL.test(character)) return effects.check(trail, done, more)(code);
      return more(code);
    };
    const more: State = (code) => {
      effects.consume(code);
      return inside;
    };
    const done: State = (code) => {
      effects.exit(kind());
      effects.exit('literalAutolink');
      return ok(code);
    };
    const kind = () => (prefix === 'www.' ? 'literalAutolinkWww' : 'literalAutolinkHttp');
    const trail: Construct = {
      partial: true,
      tokenize: (_, isTrail, isMore) => {
        const next: State = (code) => {
          if (isEnd(code)) return isTrail(code);
          if (!MAY_TRAIL.test(String.fromCharCode(code ?? 0))) return isMore(code);
          effects.consume(code);
          return next;
        };
        return next;
      },
    };
    return (code) => {
      effects.enter('literalAutolink');
      effects.enter(code === 87 || code === 119 ? 'literalAutolinkWww' : 'literalAutolinkHttp');
      return inPrefix(code);
    };
  },
};

interface SeenLabels {
  count: number;
  last: Event | undefined;
  tokens: Token[];
}

/** Starts of labels by text: reading all events at each address would be quadratic. */
const seenLabels = new WeakMap<TokenizeContext, SeenLabels>();

/** Whether a bracket before this place is still open. */
function isInLabel(context: TokenizeContext): boolean {
  const { events } = context;
  let seen = seenLabels.get(context);
  // What the parser has resolved since then changed the events.
  if (!seen || events[seen.count - 1] !== seen.last)
    seen = { count: 0, last: undefined, tokens: [] };
  for (const [, token] of events.slice(seen.count)) {
    if (LABELS.includes(token.type)) seen.tokens.push(token);
  }
  seenLabels.set(context, { count: events.length, last: events.at(-1), tokens: seen.tokens });
  return seen.tokens.some(({ _balanced }) => !_balanced);
}

/** Addresses that were found in text after parsing: they have no position. */
function cutAddresses(tree: Root): void {
  replaceChildren(tree, (node) => {
    if (node.type !== 'link' || node.position) return null;
    const [text] = node.children;
    const end = text?.type === 'text' ? text.value.search(ENDS_ADDRESS) : -1;
    if (text?.type !== 'text' || end <= 0) return null;
    const cut = text.value.slice(end);
    const url = node.url.slice(0, node.url.length - cut.length);
    const link: Link = {
      ...node,
      url,
      children: [{ type: 'text', value: text.value.slice(0, end) }],
    };
    return [link, { type: 'text', value: cut }];
  });
}

const BREAK = /^<\/?br\s*\/?>$/i;

/** `<br>` in a cell that has more than that. */
function breakCells(tree: Root): void {
  const lineBreak: Break = { type: 'break' };
  for (const cell of nodesOf(tree)) {
    if (cell.type !== 'tableCell' || !hasMore(cell)) continue;
    replaceChildren(cell, (node) =>
      node.type === 'html' && BREAK.test(node.value) ? [lineBreak] : null,
    );
  }
}

const hasMore = ({ children }: TableCell) =>
  children.some((node) => node.type !== 'html' || !BREAK.test(node.value));

/** A remark plugin for answers that cite passages: `[1]` in text opens the first. No definition takes the number away. */
export function citations(this: Processor) {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ['definition'] } });
  return (tree: Root) =>
    replaceChildren(tree, (node) => {
      if (node.type !== 'text') return null;
      const parts = node.value.split(/(\[\d{1,2}\])/);
      return parts.flatMap((value, i): RootContent[] => {
        if (value === '') return [];
        const url = `#cite-${value.slice(1, -1)}`;
        return i % 2 === 0
          ? [{ type: 'text', value }]
          : [{ type: 'link', url, children: [{ type: 'text', value }] }];
      });
    });
}

/** Every node below one, without recursion. */
function* nodesOf(root: Nodes): Generator<Nodes> {
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    if ('children' in node) open.push(...node.children);
  }
}

/** Replaces nodes below one by what `replace` returns for them; null leaves a node. Links stay as they are inside. */
function replaceChildren(root: Nodes, replace: (node: RootContent) => RootContent[] | null): void {
  for (const node of nodesOf(root)) {
    if (!('children' in node) || node.type === 'link' || node.type === 'linkReference') continue;
    const parent: Parents = node;
    parent.children = parent.children.flatMap(
      (child) => replace(child) ?? [child],
    ) as typeof parent.children;
  }
}
