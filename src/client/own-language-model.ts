import { installApis } from '#language-model/install.ts';
import type { Client } from './alcove.ts';

/**
 * Gives this page the Prompt API and the writing assistance APIs where its browser has none, answered by the models
 * that are installed here. Nothing is loaded or asked before their first use.
 */
export function offerLanguageModel({ alcove, connection }: Client): void {
  let key: Promise<string> | null = null;
  const send = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    key ??= connection.control((control) => control.createSessionKey());
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await key}`);
    return connection.fetch(input, { ...init, headers });
  };
  installApis({
    baseURL: alcove.baseURL,
    async fetch(input, init) {
      const response = await send(input, init).catch((error: unknown) => {
        key = null;
        throw error;
      });
      if (response.status !== 401) return response;
      // The host in another tab went away, and the session's keys with it.
      key = null;
      return send(input, init);
    },
  });
}
