import { memo, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { harden } from 'rehype-harden';
import {
  Block,
  type BlockProps,
  parseMarkdownIntoBlocks,
  Streamdown,
  type StreamdownProps,
  useIsCodeFenceIncomplete,
} from 'streamdown';
import { Link } from 'wouter';
import { breakRuns } from '#ui/kit/break-runs.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { createBlockParser } from './block-parser.ts';
import { CiteContext, PagesContext } from './cite-context.ts';
import { CodeBlock } from './code-block.tsx';
import { citations, dialect } from './dialect.ts';
import styles from './markdown.module.css';
import { MarkdownLink } from './markdown-link.tsx';
import { breakLongRuns, flattenDeep, lowerHeadings, ownDirection } from './tree-plugins.ts';

export interface MarkdownProps {
  text: string;
  /** Whether more text is coming. */
  isStreaming: boolean;
  /** Opens the passage an answer cites as `[n]`; absent where there are none. */
  onCite?: (number: number) => void;
}

type MathPlugins = typeof import('./math.ts').math;

/**
 * Markdown of a model. HTML in it is shown as text, images are named and never fetched, links
 * ask before they open. Finished blocks are not rendered again while others stream in.
 */
export function Markdown({ text, isStreaming, onCite }: MarkdownProps) {
  const math = useMath(text);
  const [toBlocks] = useState(() => createBlockParser(parseMarkdownIntoBlocks));
  const cites = onCite !== undefined;
  const plugins = useMemo(() => pluginsFor(math, cites), [math, cites]);
  return (
    <CiteContext value={onCite ?? null}>
      <div className={styles['markdown']}>
        <Streamdown
          // It is not drawn again for other plugins alone.
          key={`${math !== null} ${cites}`}
          // Also when all is there: blocks that are drawn already stay as they are.
          mode="streaming"
          parseIncompleteMarkdown={isStreaming}
          // Streamdown draws again when this changes, not when the one above does: constructs that it closed for the stream reopen.
          isAnimating={isStreaming}
          parseMarkdownIntoBlocksFn={toBlocks}
          BlockComponent={PlainBlock}
          controls={false}
          linkSafety={LINK_SAFETY}
          urlTransform={safeUrl}
          remend={/\\[([]/.test(text) ? COMPLETED_WITH_FORMULAS : COMPLETED}
          remarkPlugins={plugins.remark}
          rehypePlugins={plugins.rehype}
          components={COMPONENTS}
        >
          {text}
        </Streamdown>
      </div>
    </CiteContext>
  );
}

/** KaTeX, once an answer has needed it: later answers are drawn with it synchronously. */
let loadedMath: MathPlugins | null = null;

/** KaTeX and its fonts, once formulas are seen. */
function useMath(text: string): MathPlugins | null {
  const [math, setMath] = useState(loadedMath);
  const wanted = math === null && /\$\$|\\[([]|(?:```|~~~) *math/.test(text);
  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    import('./math.ts').then((module) => {
      loadedMath = module.math;
      if (mounted) setMath(module.math);
    }, reportError);
    return () => {
      mounted = false;
    };
  }, [wanted]);
  return math;
}

/** Allowed links: no scripts, no data, nothing relative to this app. */
function safeUrl(url: string): string | null {
  if (/^#cite-\d+$/.test(url)) return url;
  return /^(https?:|mailto:)/i.test(url) ? url : null;
}

/** Loading a remote image would send its URL, which the model wrote, to a server. */
function NamedImage({ alt }: { alt?: string | undefined }) {
  return (
    <span className={styles['picture']}>
      {alt ? chatThreadText.imageNamed(alt) : chatThreadText.imageNotLoaded}
    </span>
  );
}

function Code({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const isOpen = useIsCodeFenceIncomplete();
  const text = typeof children === 'string' ? children : String(children ?? '');
  const language = /language-([^\s]+)/.exec(className ?? '')?.[1];
  const isBlock = language !== undefined || text.includes('\n');
  if (!isBlock) return <code className={styles['inline']}>{breakRuns(text)}</code>;
  return <CodeBlock code={text.replace(/\n$/, '')} language={language ?? ''} isOpen={isOpen} />;
}

function ScrolledTable({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={styles['table']} dir="auto" aria-label={chatThreadText.table} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

// One object for all: a new one would draw every block again. Links ask by themselves.
const LINK_SAFETY = { enabled: false };
const COMPONENTS: NonNullable<StreamdownProps['components']> = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => <NamedImage alt={alt} />,
  pre: ({ children }) => children,
  strong: ({ children }) => <StrongWords>{children}</StrongWords>,
  code: ({ className, children }) => <Code className={className}>{children}</Code>,
  table: ({ children }) => <ScrolledTable>{children}</ScrolledTable>,
};
/** A link that is being written is shown by its text: a placeholder of an address would be drawn as one that was blocked. */
const COMPLETED: NonNullable<StreamdownProps['remend']> = {
  singleTilde: false,
  linkMode: 'text-only',
};
/** What looks like the start of a link or of emphasis may be a part of a formula. */
const COMPLETED_WITH_FORMULAS = {
  ...COMPLETED,
  links: false,
  images: false,
  italic: false,
  boldItalic: false,
};
const HARDENED: NonNullable<StreamdownProps['rehypePlugins']> = [
  flattenDeep,
  lowerHeadings,
  breakLongRuns,
  ownDirection,
  [harden, { allowedLinkPrefixes: ['*'], allowedImagePrefixes: [] }],
];

/** Streamdown recognises plugins by their names. */
function pluginsFor(math: MathPlugins | null, cites: boolean) {
  return {
    remark: [dialect, ...(cites ? [citations] : []), ...(math?.remark ?? [])],
    rehype: [...HARDENED, ...(math?.rehype ?? [])],
  };
}

/** Pages by their names in Guide's answers, which are English. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['Chat', '/chat'],
  ['Transcribe', '/transcribe'],
  ['Embeddings', '/embeddings'],
  ['Models', '/models'],
  ['Developer', '/developer'],
  ['Settings', '/settings'],
]);

/** Words in bold; the name of a page of this app opens it where the answer is about the app. */
function StrongWords({ children }: { children?: ReactNode }) {
  const linksPages = use(PagesContext);
  const path = linksPages ? PAGES.get(String(children)) : undefined;
  return <strong>{path ? <Link href={path}>{children}</Link> : children}</strong>;
}

/**
 * One paragraph without a character that Markdown, its tables, links and formulas give a meaning to:
 * no break within, no list's mark before, no address.
 */
const PLAIN = /^(?!\d+[.)])[\p{L}\p{N}"'“‘(][\p{L}\p{M}\p{N} ,.;:?!'"()%’‘“”–—…-]*\n*$/u;

export function isPlain(markdown: string): boolean {
  return PLAIN.test(markdown) && !/www\./i.test(markdown);
}

/** A block of Markdown. Most blocks are plain text, which skips the parser: parsing took half of the drawing time. */
export const PlainBlock = memo(
  (props: BlockProps) =>
    isPlain(props.content) ? <p>{breakRuns(props.content.trimEnd())}</p> : <Block {...props} />,
  (before, after) => before.content === after.content && isPlain(after.content),
);
