import { Fragment, type ReactNode } from 'react';
import { breakRuns } from '#ui/kit/break-runs.tsx';

/** Marks drawn in one segment: a search for a single letter finds thousands. */
const MAX_FOUND = 500;

/** A text in which what was searched for is marked. */
export function Marked({ text, found }: { text: string; found: string }) {
  if (found === '') return breakRuns(text);
  const [lower, wanted] = [text.toLocaleLowerCase(), found.toLocaleLowerCase()];
  const parts: ReactNode[] = [];
  let start = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, start)) {
    if (parts.length >= MAX_FOUND) break;
    const end = at + found.length;
    parts.push(
      <Fragment key={at}>
        {breakRuns(text.slice(start, at))}
        <mark>{text.slice(at, end)}</mark>
      </Fragment>,
    );
    start = end;
  }
  return [...parts, <Fragment key="rest">{breakRuns(text.slice(start))}</Fragment>];
}
