import { BOUNDARIES, type Boundary } from '#contract/boundary.ts';
import type { RouteView } from '#transport/provider-control.ts';
import type { Labels } from '#ui/chat/session/labels.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { RemoteList } from './remote-list.tsx';

interface PrivacySheetProps {
  labels: Labels;
  remotes: RouteView['remotes'];
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** The labels of a chat, its documents and its recordings; the lowest decides. */
export function PrivacySheet(props: PrivacySheetProps) {
  const { labels, remotes, onChanged, onClose } = props;
  const chat = useConversation();
  const places = BOUNDARIES.map((id) => ({ id, name: providersText[id] }));
  const change = (id: string, boundary: Boundary) => {
    const save = async () => {
      // A label is stored with its chat.
      await chat.ensureRow();
      await chat.rows.setLabel(id, boundary);
      await onChanged();
    };
    reportFailure(providersText.labelNotSaved, save());
  };
  return (
    <Dialog title={providersText.privacy} kind="side" onClose={onClose}>
      {chat.isTemporary ? (
        <p>{providersText.temporaryStays}</p>
      ) : (
        <>
          <p className={controls['secondary']}>{providersText.aboutPrivacy}</p>
          <Select
            label={providersText.thisChat}
            options={[
              ...(labels.chat === null
                ? [{ id: 'ask' as const, name: providersText.asksFirst }]
                : []),
              ...places,
            ]}
            value={labels.chat ?? 'ask'}
            onChange={(place) => place !== 'ask' && change(chat.id, place)}
          />
          {labels.items.map(({ id, name, boundary }) => (
            <Select
              key={id}
              label={name}
              options={places}
              value={boundary}
              onChange={(place) => change(id, place)}
            />
          ))}
        </>
      )}
      <h3>{providersText.whoMayAnswer}</h3>
      {remotes.length === 0 ? <p>{providersText.noRemote}</p> : <RemoteList remotes={remotes} />}
    </Dialog>
  );
}
