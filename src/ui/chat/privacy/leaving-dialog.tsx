import type { Leaving } from '#ui/chat/session/conversation-state.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { providersText } from '#ui/messages/providers.ts';
import { listParts, withoutData } from './list-parts.ts';
import styles from './privacy.module.css';
import { RemoteList } from './remote-list.tsx';

/** Shows where a chat would be sent, and all of it, before anything is sent. */
export function LeavingDialog({ leaving: { route, body, decide } }: { leaving: Leaving }) {
  const names = [...new Set(route.remotes.map(({ name }) => name))].join(', ');
  return (
    <Dialog title={providersText.leaves} kind="side" onClose={() => decide(false)}>
      <p>{(route.isFirst ? providersText.leavesLead : providersText.mayLeave)(names)}</p>
      <RemoteList remotes={route.remotes} />
      <h3>{providersText.whatLeaves}</h3>
      <ol className={styles['parts']} aria-label={providersText.whatLeaves}>
        {listParts(body).map(({ role, text, image }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not change while they are shown.
          <li key={at}>
            <span className={controls['secondary']}>{roleText(role)}</span>
            {image ? (
              <img src={image} alt={providersText.attachedImage} />
            ) : (
              <blockquote dir="auto">{text ?? providersText.attachedRecording}</blockquote>
            )}
          </li>
        ))}
      </ol>
      <details>
        <summary>{providersText.wholeRequest}</summary>
        <pre className={controls['listing']}>{withoutData(body)}</pre>
      </details>
      <p className={controls['secondary']}>{providersText.laterMessages}</p>
      <div className={styles['choice']}>
        <Button data-first-focus onClick={() => decide(false)}>
          {providersText.stay}
        </Button>
        <Button kind="primary" onClick={() => decide(true)}>
          {providersText.allow}
        </Button>
      </div>
    </Dialog>
  );
}

function roleText(role: string): string {
  switch (role) {
    case 'system':
      return providersText.systemPrompt;
    case 'assistant':
      return providersText.answer;
    case 'tool':
      return providersText.toolResult;
    default:
      return providersText.you;
  }
}
