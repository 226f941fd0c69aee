import { useStore } from 'zustand';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { browserModelText } from '#ui/messages/models-page.ts';
import { useSession } from '#ui/services.ts';
import { BrowserModelSession } from '#ui/state/browser-model-session.ts';

interface BrowserDownloadProps {
  label?: string | undefined;
  /** Called once the download has begun. */
  onStart: () => void;
}

/** Lets the browser download its own model, on a press. */
export function BrowserDownload({ label, onStart }: BrowserDownloadProps) {
  const session = useSession(BrowserModelSession);
  const { availability, progress, problem } = useStore(session.state);
  if (availability === 'downloading') {
    return <Progress label={browserModelText.downloading} value={progress} />;
  }
  const start = () => {
    // First, because the browser requires the press.
    void session.download();
    onStart();
  };
  return (
    <>
      <Button size="small" kind="primary" onClick={start}>
        {label ?? browserModelText.download}
      </Button>
      <Problem text={problem} />
    </>
  );
}
