import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { preciseClock } from '#transcript-formats/clock.ts';
import controls from '#ui/kit/controls.module.css';
import { itemPath } from '#ui/kit/item-path.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useSession } from '#ui/services.ts';
import type { FoundRecording } from '#ui/transcribe/session/search-transcripts.ts';
import { TranscriptionSession } from '#ui/transcribe/session/transcription-session.ts';
import styles from './search-results.module.css';

/** Milliseconds without a key before all transcripts are read. */
const PAUSE_MS = 150;

/** Where a text is said, in all recordings. */
export function SearchResults({ text }: { text: string }) {
  const { found, isDone } = useFound(text);
  return (
    <section className={styles['results']} aria-label={transcribeText.searchTranscripts}>
      <p role="status" className={controls['secondary']}>
        {isDone &&
          (found.length === 0 ? transcribeText.noResults : transcribeText.hits(sum(found)))}
      </p>
      {found.map(({ recording: { id, name }, hits, count }) => (
        <article key={id} className={styles['result']}>
          <h3 className={styles['resultName']}>
            <Link href={itemPath('/transcribe', id)} className={styles['plainLink']} dir="auto">
              {name}
            </Link>
            {count > hits.length && (
              <span className={controls['secondary']}>{transcribeText.hits(count)}</span>
            )}
          </h3>
          <ul className={styles['hits']}>
            {hits.map(({ id: hitId, start, before, match, after }) => (
              <li key={hitId}>
                <Link
                  href={`${itemPath('/transcribe', id)}?${new URLSearchParams({ t: `${start}`, find: text.trim() })}`}
                  className={styles['hit']}
                >
                  <span className={styles['hitTime']}>{preciseClock(start)}</span>
                  <span dir="auto">
                    {before}
                    <mark>{match}</mark>
                    {after}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

const sum = (found: readonly FoundRecording[]) => found.reduce((all, { count }) => all + count, 0);

/** The results so far. */
function useFound(text: string) {
  const session = useSession(TranscriptionSession);
  const [state, setState] = useState<{ found: readonly FoundRecording[]; isDone: boolean }>({
    found: [],
    isDone: false,
  });
  useEffect(() => {
    let isGone = false;
    const search = async () => {
      const found: FoundRecording[] = [];
      for await (const one of session.search(text)) {
        if (isGone) return;
        found.push(one);
        setState({ found: [...found], isDone: false });
      }
      if (!isGone) setState({ found, isDone: true });
    };
    const timer = setTimeout(() => void search().catch(reportError), PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [session, text]);
  return state;
}
