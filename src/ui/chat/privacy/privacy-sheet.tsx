import { BOUNDARIES, type Boundary } from '#contract/boundary.ts';
import type { RouteView } from '#transport/provider-control.ts';
import { writeLabel } from '#ui/chat/session/boundary.ts';
import { useChatSession } from '#ui/chat/use-chat.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Select } from '#ui/kit/select.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { Labels } from './labels.ts';
import { RemoteList } from './remote-list.tsx';

interface PrivacySheetProps {
  conversationId: string;
  isTemporary: boolean;
  labels: Labels;
  remotes: RouteView['remotes'];
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** The labels of a chat, its documents and its recordings; the lowest decides. */
export function PrivacySheet(props: PrivacySheetProps) {
  const { conversationId, isTemporary, labels, remotes, onChanged, onClose } = props;
  const chat = useChatSession();
  const places = BOUNDARIES.map((id) => ({ id, name: providersText[id] }));
  const change = (id: string, boundary: Boundary) => {
    const work = writeLabel(chat, conversationId, id, boundary).then(onChanged);
    reportFailure(providersText.labelNotSaved, work);
  };
  return (
    <Dialog title={providersText.privacy} kind="side" onClose={onClose}>
      {isTemporary ? (
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
            onChange={(place) => place !== 'ask' && change(conversationId, place)}
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
