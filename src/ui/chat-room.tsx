import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import styles from './components/room.module.css';
import { Room } from './components/room.tsx';
import { readEvents, type Service } from './service.ts';

interface Turn {
  id: number;
  role: 'user' | 'assistant';
  content: string;
}

interface Chunk {
  choices: { delta: { content?: string | null } }[];
  usage?: {
    completion_tokens: number;
    time_to_first_token: number;
    completion_tokens_per_sec: number;
  } | null;
}

/** A conversation with the guide, token by token. */
export function ChatRoom({ service }: { service: Service }) {
  const [turns, setTurns] = useState<Turn[]>([]);
  const [draft, setDraft] = useState('');
  const [facts, setFacts] = useState('');
  const [error, setError] = useState('');
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event?: FormEvent) {
    event?.preventDefault();
    const content = draft.trim();
    if (content === '' || busy) return;
    const asked: Turn[] = [...turns, { id: turns.length, role: 'user', content }];
    setTurns([...asked, { id: asked.length, role: 'assistant', content: '' }]);
    setDraft('');
    setError('');
    setFacts('');
    setBusy(true);
    running.current = new AbortController();
    try {
      await answer(asked, running.current.signal);
    } catch (reason) {
      if (!running.current.signal.aborted) setError(String((reason as Error).message));
    } finally {
      setBusy(false);
    }
  }

  async function answer(asked: Turn[], signal: AbortSignal) {
    // An answer stopped before its first word is nothing the model said.
    const said = asked.filter((turn) => turn.content !== '').slice(-7);
    const body = {
      model: 'alcove-guide',
      messages: said.map(({ role, content }) => ({ role, content })),
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    };
    const response = await service.post('/v1/chat/completions', body, signal);
    let text = '';
    for await (const event of readEvents(response)) {
      const { choices, usage } = event as unknown as Chunk;
      text += choices[0]?.delta.content ?? '';
      setTurns([...asked, { id: asked.length, role: 'assistant', content: text }]);
      if (usage) {
        const {
          completion_tokens: tokens,
          completion_tokens_per_sec: rate,
          time_to_first_token: first,
        } = usage;
        setFacts(`${tokens} tokens · ${rate.toFixed(0)} tok/s · first after ${first.toFixed(2)} s`);
      }
    }
  }

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send().catch(() => {});
  }

  return (
    <Room
      title="Chat"
      about="The guide is a very small model: it knows this app, little else. Enter sends, Shift + Enter makes a new line."
    >
      <div role="log" aria-label="Conversation">
        {turns.map((turn) => (
          <p key={turn.id} className={styles['answer']}>
            <strong>{turn.role === 'user' ? 'You: ' : 'Guide: '}</strong>
            {turn.content}
          </p>
        ))}
      </div>
      {facts !== '' && <p className={styles['facts']}>{facts}</p>}
      {error !== '' && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <form onSubmit={send} className={styles['room']} style={{ borderTop: 0, paddingTop: 0 }}>
        <textarea
          className={styles['field']}
          aria-label="Message"
          placeholder="How do I transcribe a file?"
          rows={2}
          value={draft}
          onChange={(e) => setDraft(e.target.value)}
          onKeyDown={sendOnEnter}
        />
        <div className={styles['row']}>
          <button
            type="submit"
            className={`${styles['button']} ${styles['primary']}`}
            disabled={busy || draft.trim() === ''}
          >
            Send
          </button>
          {busy && (
            <button
              type="button"
              className={styles['button']}
              onClick={() => running.current?.abort()}
            >
              Stop
            </button>
          )}
        </div>
      </form>
    </Room>
  );
}
