import { useEffect } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { readBrowser } from '#device/browser.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { browserModelText } from '#ui/messages/models-page.ts';
import { useSession } from '#ui/services.ts';
import { BrowserModelSession } from '#ui/state/browser-model-session.ts';
import styles from './models.module.css';

/** The language model that this browser brings along; nothing where it has none. */
export function BrowserModel() {
  const session = useSession(BrowserModelSession);
  const { availability, progress, problem } = useStore(session.state);
  useEffect(() => {
    session.refresh().catch(reportError);
  }, [session]);
  if (availability === 'unavailable') return null;
  return (
    <section className={styles['section']} aria-labelledby="models-browser">
      <h2 id="models-browser">{browserModelText.title}</h2>
      <p className={`${controls['secondary']} ${styles['about']}`}>
        {browserModelText.about(readBrowser().name)} {browserModelText.limits}
      </p>
      {availability === 'downloadable' && (
        <div className={controls['row']}>
          <Button onClick={() => void session.download()}>{browserModelText.download}</Button>
          <span className={controls['secondary']}>{browserModelText.aboutDownload}</span>
        </div>
      )}
      {availability === 'downloading' && (
        <div className={styles['loading']}>
          <Progress label={browserModelText.downloading} value={progress} />
          <span className={controls['secondary']}>{browserModelText.downloading}</span>
        </div>
      )}
      {availability === 'available' && (
        <div className={controls['row']}>
          <span className={controls['secondary']} role="status">
            {browserModelText.available}
          </span>
          <Link href="/chat" className={buttonClass({ size: 'small' })}>
            {browserModelText.openChat}
          </Link>
        </div>
      )}
      {problem !== null && <Problem text={problem} />}
    </section>
  );
}
