import { useEffect, useMemo, useState } from 'react';
import type { Client } from '#client/alcove.ts';
import styles from './app.module.css';
import { ChatRoom } from './chat-room.tsx';
import { EmbeddingRoom } from './embedding-room.tsx';
import { createService } from './service.ts';
import { SpeechRoom } from './speech-room.tsx';

type State = { kind: 'busy' | 'ok' | 'bad'; text: string };

/** The page: three ways of using the service, all through `/v1`. */
export function App({ client }: { client: Client }) {
  const service = useMemo(() => createService(client), [client]);
  const [state, setState] = useState<State>({ kind: 'busy', text: 'Starting' });

  useEffect(() => {
    let mounted = true;
    const say = (next: State) => mounted && setState(next);
    client.alcove.ready.then(
      () => say({ kind: 'ok', text: '/v1 answers in this page' }),
      (error: Error) => say({ kind: 'bad', text: error.message }),
    );
    return () => {
      mounted = false;
    };
  }, [client]);

  return (
    <main className={styles['page']}>
      <header className={styles['header']}>
        <h1>Alcove</h1>
        <p className={`${styles['status']} ${styles[state.kind]}`} role="status">
          {state.text}
        </p>
        <p className={styles['lead']}>
          Models that run in this tab. What you type and drop stays on this device.
        </p>
      </header>
      <ChatRoom service={service} />
      <SpeechRoom service={service} />
      <EmbeddingRoom service={service} />
    </main>
  );
}
