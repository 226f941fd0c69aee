import { useEffect } from 'react';
import { Link } from 'wouter';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { summaryText } from '#ui/messages/dictionary.ts';
import { modelsText } from '#ui/messages/models.ts';
import { describeDownloadTime } from '#ui/model-offer/describe-download-time.ts';
import { DownloadProblem } from '#ui/model-offer/download-problem.tsx';
import { type Services, useServices } from '#ui/services.ts';
import { beginDownload, useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { suggestedFor } from '#ui/state/catalog-choice.ts';
import { adoptForNewChats, GUIDE } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './model-offer.module.css';

const wayOf = ({ isOnServer, file, model }: CatalogEntry) =>
  file ?? (isOnServer ? modelsText.onThisServer : describeDownloadTime(model.downloadBytes));

/** On a first visit: the model that suits this device best, with its download size. */
export function ModelOffer() {
  const { control } = useServices();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  useEffect(() => watchCatalog(control), [control]);
  const chats = (entries ?? []).filter((entry) => entry.model.task === 'chat');
  // With a model downloaded or downloading, no offer is needed.
  const begun = chats.find(
    // A file that was not converted cannot be resumed: the person chooses it again.
    ({ state: { kind }, file }) => kind !== 'available' && !(file && kind === 'failed'),
  );
  useAdopted(begun);
  if (!device) return null;
  const entry = begun ?? suggestedFor(chats, device)[0];
  if (!entry || entry.state.kind === 'ready') return null;
  const { model, state, isMeasured, isOnServer } = entry;
  const size = formatBytes(model.downloadBytes);
  const facts = [
    isMeasured ? size : chatText.about(size),
    // Only models that fit are suggested.
    begun ? null : chatText.fitsDevice,
    wayOf(entry),
    model.licence,
  ];
  const begin = isOnServer ? modelsText.install : chatText.download;
  const start = () =>
    reportFailure(chatText.notDownloaded(model.title), beginDownload(control, model.id));
  return (
    <aside className={styles['offer']} aria-label={chatText.largerModel}>
      <div>
        <h3>{chatText.forConversations(model.title)}</h3>
        <p className={`${controls['secondary']} ${styles['summary']}`}>
          {summaryText(model.summary)}
        </p>
        <p className={controls['secondary']}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {state.kind === 'downloading' || state.kind === 'queued' ? (
        <Progress
          label={chatText.downloading(model.title)}
          value={state.total > 0 ? state.loaded / state.total : null}
        />
      ) : (
        <div className={styles['actions']}>
          <Button kind="primary" onClick={start}>
            {state.kind === 'available' ? begin : chatText.resume}
          </Button>
          <Link href="/models" className={buttonClass({ kind: 'quiet' })}>
            {chatText.otherModels}
          </Link>
        </div>
      )}
      <DownloadProblem entry={entry} />
    </aside>
  );
}

/** Once a model that a person gets is here, new chats begin with it, and the open one where it has not begun. */
function useAdopted(entry: CatalogEntry | undefined): void {
  const services = useServices();
  const coming = entry && entry.state.kind !== 'ready' ? entry.model.id : null;
  useEffect(() => {
    if (coming !== null) adopt(services, coming).catch(reportError);
  }, [services, coming]);
}

async function adopt(services: Services, id: string): Promise<void> {
  if (!(await adoptForNewChats(id))) return;
  const { shown } = services.session(ChatBook);
  const { leafId, settings } = shown?.row ?? {};
  if (leafId === null && settings?.model === GUIDE) await shown?.changeSettings({ model: id });
}
