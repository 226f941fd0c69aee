import { promptBudget } from '#ui/chat/request/fit-context.ts';
import { useChat } from '#ui/chat/use-chat.ts';
import { formatCount } from '#ui/kit/format.ts';
import { chatText } from '#ui/messages/chat.ts';
import { useHost } from '#ui/state/models.ts';
import styles from './composer.module.css';

/** Share of the prompt's budget from which on the meter warns. */
const WARN = 0.85;

/** The share of the model's context that the conversation uses, and what happens when it is full. */
export function ContextMeter() {
  const used = useChat((state) => state.usedTokens);
  const model = useChat((state) => state.row.settings.model);
  const maxTokens = useChat((state) => state.row.settings.sampling.maxTokens);
  const total = useHost(({ models }) => models.find((m) => m.id === model)?.contextTokens);
  if (used === null || total === undefined) return <span />;
  const isFull = used > promptBudget(total, maxTokens) * WARN;
  return (
    <span className={styles['meter']}>
      <meter
        aria-label={chatText.contextUsed}
        min={0}
        max={total}
        high={promptBudget(total, maxTokens) * WARN}
        optimum={0}
        value={Math.min(used, total)}
      />
      {chatText.tokensUsed(formatCount(used), formatCount(total))}
      {isFull && <strong>{chatText.nearlyFull}</strong>}
    </span>
  );
}
