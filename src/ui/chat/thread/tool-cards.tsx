import { useState } from 'react';
import type { Message, ToolCall } from '#storage/chat-records.ts';
import { isAnswering } from '#ui/chat/session/chat-store.ts';
import { holdLine, takeNext } from '#ui/chat/session/line.ts';
import { answerByHand } from '#ui/chat/session/tool-calls.ts';
import { answerWhole } from '#ui/chat/session/turn.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { LongText } from '#ui/kit/long-text.tsx';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** Arguments in a table; more are shown as their JSON. */
const MAX_ROWS = 100;

interface ToolCardsProps {
  message: Message;
  /** Results by call id; missing ones are asked for. */
  results: ReadonlyMap<string, string>;
}

/** The calls of one answer: name, arguments as a table, result; a form where a person has to answer. */
export function ToolCards({ message, results }: ToolCardsProps) {
  const services = useServices();
  const calls = message.toolCalls ?? [];
  const [texts, setTexts] = useState<Record<string, string>>({});
  const open = calls.filter((call) => !results.has(call.id));
  if (calls.length === 0) return null;

  async function send() {
    if (isAnswering(message.conversationId)) return;
    const results = calls.map((call) => texts[call.id] ?? '');
    const { conversationId } = message;
    let isWhole = false;
    await holdLine(services, conversationId, async () => {
      const last = await answerByHand(services, message, results);
      isWhole = await answerWhole(services, conversationId, last);
      return isWhole;
    });
    // The line stood still for these results.
    if (isWhole) takeNext(services);
  }

  return (
    <div className={styles['tools']}>
      {calls.map((call) => (
        <section key={call.id} className={styles['tool']} aria-label={`Call of ${call.name}`}>
          <h3>
            Call of <code>{call.name}</code>
          </h3>
          <Arguments call={call} />
          {results.has(call.id) ? (
            <div className={styles['result']}>
              <LongText text={results.get(call.id) ?? ''} />
            </div>
          ) : (
            <label className={controls['label']}>
              Result of {call.name}
              <textarea
                className={`${controls['field']} ${controls['code']}`}
                rows={2}
                value={texts[call.id] ?? ''}
                onChange={(event) => setTexts({ ...texts, [call.id]: event.target.value })}
              />
            </label>
          )}
        </section>
      ))}
      {open.length > 0 && message.state === 'done' && (
        <Button kind="primary" onClick={() => tryOrSay('The results', send())}>
          Send {open.length === 1 ? 'the result' : 'the results'}
        </Button>
      )}
    </div>
  );
}

function Arguments({ call }: { call: ToolCall }) {
  const entries = readArguments(call.argumentsText);
  if (!entries) {
    return (
      <div className={styles['result']}>
        <LongText text={call.argumentsText} />
      </div>
    );
  }
  if (entries.length === 0) return <p className={controls['secondary']}>No arguments</p>;
  return (
    <table className={controls['table']}>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <LongText text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Arguments as rows; null where they are no object, too many, or nested too deeply to be written. */
function readArguments(text: string): [string, string][] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const entries = Object.entries(value);
    if (entries.length > MAX_ROWS) return null;
    return entries.map(([name, v]) => [name, typeof v === 'string' ? v : JSON.stringify(v)]);
  } catch {
    return null;
  }
}
