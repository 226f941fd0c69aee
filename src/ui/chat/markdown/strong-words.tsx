import { type ReactNode, use } from 'react';
import { Link } from 'wouter';
import { PagesContext } from './cite-context.ts';

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
export function StrongWords({ children }: { children?: ReactNode }) {
  const linksPages = use(PagesContext);
  const path = linksPages ? PAGES.get(String(children)) : undefined;
  return <strong>{path ? <Link href={path}>{children}</Link> : children}</strong>;
}
