import { ArrowUpRight, Lock } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Boundary } from '#contract/boundary.ts';
import type { ChatSettings } from '#storage/chat-records.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { type Labels, readLabels } from '#ui/chat/session/labels.ts';
import { pathTo } from '#ui/chat/session/message-tree.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { useServices } from '#ui/services.ts';
import { LeavingDialog } from './leaving-dialog.tsx';
import styles from './privacy.module.css';
import { PrivacySheet } from './privacy-sheet.tsx';

/** The boundary of the chat, always in view; a press opens its settings. */
export function PrivacyLabel() {
  const chat = useConversation();
  const { control } = useServices();
  const { isTemporary } = chat;
  const asked = useChat(({ row: { settings } }) => modelsOf(settings).join('\n'));
  const documents = useChat((state) => state.documents);
  const attached = useChat((state) => state.attached);
  const project = useChat((state) => state.row.project);
  const tree = useChat((state) => state.tree);
  const leafId = useChat((state) => state.row.leafId);
  const leaving = useChat((state) => state.leaving);
  const [labels, setLabels] = useState<Labels | null>(null);
  const [routes, setRoutes] = useState<RouteView[]>([]);
  const [isOpen, setOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other files and another project have other labels
  const read = useCallback(async () => {
    const found = asked.split('\n').map((model) => control((c) => c.routeOf(model)));
    setRoutes(await Promise.all(found));
    const path = pathTo(tree, leafId);
    setLabels(await readLabels(chat, path));
  }, [chat, control, asked, tree, leafId, documents, attached, project]);
  // Also once the person has decided.
  useEffect(() => {
    if (leaving === null) read().catch(reportError);
  }, [read, leaving]);

  if (!labels) return null;
  const remotes = routes.flatMap((route) => route.remotes);
  const place = isTemporary ? 'device' : labels.ceiling;
  const text = placeText(place, remotes.length > 0);
  const Icon = place === 'device' || remotes.length === 0 ? Lock : ArrowUpRight;
  return (
    <div className={styles['line']}>
      <Button
        kind="quiet"
        size="small"
        icon={Icon}
        aria-haspopup="dialog"
        aria-label={providersText.labelled(text)}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && (
        <PrivacySheet
          labels={labels}
          remotes={remotes}
          onChanged={read}
          onClose={() => setOpen(false)}
        />
      )}
      {leaving && <LeavingDialog leaving={leaving} />}
    </div>
  );
}

const modelsOf = ({ model, secondModel }: ChatSettings) =>
  secondModel === null ? [model] : [model, secondModel];

/** What the label says: of a chat that nothing can leave, that it stays here. */
function placeText(place: Boundary | null, hasRemote: boolean): string {
  if (!hasRemote || place === 'device') return providersText.onDevice;
  return place === null ? providersText.asksFirst : providersText.upTo(providersText[place]);
}
