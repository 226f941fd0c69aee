import { useState } from 'react';
import type { Message, ToolCall } from '#storage/chat-records.ts';
import { useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { LongText } from '#ui/kit/long-text.tsx';
import { Table } from '#ui/kit/table.tsx';
import { chatToolsText } from '#ui/messages/chat-thread.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** Arguments in a table; more are shown as their JSON. */
const MAX_ROWS = 100;

interface ToolCardsProps {
  message: Message;
  /** Results by call id; the person fills in missing ones. */
  results: ReadonlyMap<string, string>;
}

/** The tool calls of one answer: name, arguments as a table, result; a form where a person has to answer. */
export function ToolCards({ message, results }: ToolCardsProps) {
  const chat = useConversation();
  const calls = message.toolCalls ?? [];
  const [texts, setTexts] = useState<Record<string, string>>({});
  const open = calls.filter((call) => !results.has(call.id));
  if (calls.length === 0) return null;

  const send = () =>
    chat.sendToolResults(
      message,
      calls.map((call) => texts[call.id] ?? ''),
    );

  return (
    <div className={styles['tools']}>
      {calls.map((call) => (
        <section
          key={call.id}
          className={styles['tool']}
          aria-label={chatToolsText.called(call.name)}
        >
          <h3>{chatToolsText.called(call.name)}</h3>
          <Arguments call={call} />
          {results.has(call.id) ? (
            <div className={styles['result']}>
              <LongText text={results.get(call.id) ?? ''} />
            </div>
          ) : (
            <TextArea
              isCode
              label={chatToolsText.result(call.name)}
              rows={2}
              value={texts[call.id] ?? ''}
              onChange={(event) => setTexts({ ...texts, [call.id]: event.target.value })}
            />
          )}
        </section>
      ))}
      {open.length > 0 && message.state === 'done' && (
        <Button
          kind="primary"
          size="small"
          onClick={() => reportFailure(chatToolsText.notSent, send())}
        >
          {chatToolsText.sendResults(open.length)}
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
  if (entries.length === 0)
    return <p className={controls['secondary']}>{chatToolsText.noArguments}</p>;
  return (
    <Table>
      {entries.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <LongText text={value} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Arguments as rows; null when they are not an object, too many, or nested too deeply to serialise. */
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
