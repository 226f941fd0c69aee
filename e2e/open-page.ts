import type { Page } from '@playwright/test';

interface PageAlcove {
  baseURL: string;
  ready: Promise<void>;
  createApiKey: (name: string) => Promise<string>;
  fetch: typeof fetch;
  version: string;
  unload: (model: string) => Promise<void>;
  setDevice: (device: 'wasm' | 'webgpu') => Promise<void>;
  status: () => Promise<{
    slots: {
      model: string;
      device: string | null;
      state: string;
      running: number;
      waiting: number;
      note: string | null;
    }[];
  }>;
}

declare global {
  var alcove: PageAlcove;
}

/** Opens the app, waits until `/v1` answers in it, and makes a key. */
export async function openPage(page: Page, path = '/?scripted-models'): Promise<string> {
  await page.goto(path);
  return page.evaluate(async () => {
    // The first visit of a plain host reloads itself once; then this runs anew.
    await alcove.ready;
    return alcove.createApiKey('e2e');
  });
}

export const SCRIPTED = {
  chat: 'scripted-chat',
  vision: 'scripted-vision',
  embed: 'scripted-embed',
  speech: 'scripted-speech',
  audio: 'scripted-Audio-7B-Instruct',
  script: 'scripted-chat',
};

/** The embedded models where there is one for the task. */
export const EMBEDDED = {
  ...SCRIPTED,
  chat: 'alcove-guide',
  embed: 'alcove-embed',
  speech: 'alcove-digits',
};
