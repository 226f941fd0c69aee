import { createStore } from 'zustand/vanilla';
import { developerText } from '#ui/messages/developer.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { CHAT_COMPLETIONS_PATH, firstCallBody } from './first-call-code.ts';

interface FirstCallState {
  /** Created here, and in memory only. */
  key: string | null;
  isRunning: boolean;
  answer: { text: string; status: number; isError: boolean } | null;
}

/** A developer's first request: a key, and the call that the page shows, made as the page shows it. */
export class FirstCallSession {
  readonly state = createStore<FirstCallState>(() => ({
    key: null,
    isRunning: false,
    answer: null,
  }));
  readonly #ports: SessionPorts;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** @throws when 25 keys exist. */
  async createKey(): Promise<void> {
    const key = await this.#ports.control((c) => c.createApiKey(developerText.firstCallKey));
    this.state.setState({ key });
  }

  /** Sends the question with the key; creates the key when there is none. */
  async run(model: string, question: string): Promise<void> {
    if (this.state.getState().isRunning) return;
    this.state.setState({ isRunning: true, answer: null });
    try {
      if (!this.state.getState().key) await this.createKey();
      // The page's own door to `/v1`: the same answer as `fetch`, also before the service worker has started.
      const response = await globalThis.alcove.fetch(CHAT_COMPLETIONS_PATH, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.state.getState().key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(firstCallBody(model, question)),
      });
      this.state.setState({ answer: readAnswer(response.status, await response.json()) });
    } catch (error) {
      const answer = { text: describeError(error), status: 0, isError: true };
      this.state.setState({ answer });
    } finally {
      this.state.setState({ isRunning: false });
    }
  }
}

interface Answer {
  choices?: { message: { content: string | null } }[];
  error?: { message: string };
}

function readAnswer(status: number, { choices, error }: Answer) {
  return {
    text: error?.message ?? choices?.[0]?.message.content ?? '',
    status,
    isError: error !== undefined,
  };
}
