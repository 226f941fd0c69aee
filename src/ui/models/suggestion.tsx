import { Link } from 'wouter';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { chatText } from '#ui/messages/chat.ts';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { describeDownloadTime } from '#ui/model-offer/describe-download-time.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload } from '#ui/state/catalog.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import own from './downloads.module.css';
import type { ModelRow } from './session/model-rows.ts';

/** The chat model that suits this device best, until a chat model is downloaded: one click, no scrolling. */
export function Suggestion({ rows }: { rows: readonly ModelRow[] }) {
  const { control } = useServices();
  const chats = rows.filter(({ model, entry }) => model.task === 'chat' && entry !== null);
  const ranked = chats.filter(({ rank }) => rank < Infinity).sort((a, b) => a.rank - b.rank);
  const first = ranked[0];
  if (!first || chats.some(({ isHere }) => isHere)) return null;
  const { model, entry } = first;
  const size = formatBytes(model.downloadBytes);
  const facts = [
    entry?.isMeasured ? size : chatText.about(size),
    chatText.fitsDevice,
    entry?.isOnServer ? modelsText.onThisServer : describeDownloadTime(model.downloadBytes),
    model.licence,
  ];
  const start = () =>
    reportFailure(chatText.notDownloaded(model.title), beginDownload(control, model.id));
  return (
    <aside className={own['suggestion']} aria-label={modelsPageText.suggestedHere}>
      <div>
        <p className={controls['secondary']}>{modelsPageText.suggestedHere}</p>
        <h2>
          <Link href={`/models/${encodeURIComponent(model.id)}`} className={own['title']}>
            {model.title}
          </Link>
        </h2>
        <p className={controls['secondary']}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button kind="primary" onClick={start}>
        {entry?.isOnServer ? modelsText.install : modelsText.download}
      </Button>
    </aside>
  );
}
