import { expect, type Page } from '@playwright/test';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { openPage } from './open-page.ts';

/** The guide model compiled for WebLLM (training/webllm), or what the environment names. */
export const WEBLLM_MODEL = 'mlc/alcove-guide-q0f32-MLC';

export interface Answer {
  status: number;
  error?: { type: string; code: string; message: string };
  content: string;
  reason: string;
  calls: { function: { name: string; arguments: string } }[];
  logprobs: { token: string; logprob: number; top_logprobs: unknown[] }[];
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_tokens_details: { cached_tokens: number };
  };
}

/** Downloads the compiled guide. @returns an API key for the page, which is on `/`. */
export async function downloadGuide(page: Page): Promise<string> {
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, WEBLLM_MODEL);
  await expect(modelRow(page, 'alcove-guide-q0f32-MLC')).toContainText('On this device', {
    timeout: 120_000,
  });
  return openPage(page, '/');
}

export function say(content: string): object {
  return { messages: [{ role: 'user', content }], temperature: 0 };
}

/** Asks for a whole answer. */
export function ask(page: Page, key: string, body: object, model = WEBLLM_MODEL): Promise<Answer> {
  return page.evaluate(
    async ([apiKey, json]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: json };
      const response = await fetch('/v1/chat/completions', init);
      const { error, choices, usage } = await response.json();
      const [{ message, finish_reason, logprobs }] = choices ?? [{ message: {} }];
      return {
        status: response.status,
        error,
        content: message.content ?? '',
        reason: finish_reason,
        calls: message.tool_calls ?? [],
        logprobs: logprobs?.content ?? [],
        usage,
      };
    },
    [key, JSON.stringify({ model, max_tokens: 24, ...body })] as const,
  );
}

export interface Streamed {
  text: string;
  calls: { name: string; arguments: string }[];
  reason: string | null;
  usage: Answer['usage'] | null;
  error: { code: string } | null;
}

/** Asks for a stream; leaves it after some chunks where their number is given. */
export async function stream(
  page: Page,
  key: string,
  body: object,
  { model = WEBLLM_MODEL, max = Number.POSITIVE_INFINITY } = {},
): Promise<Streamed> {
  const sent = await page.evaluate(
    async ([apiKey, json, chunks]) => {
      const leave = new AbortController();
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: json,
        signal: leave.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let n = 0; n < chunks; n++) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) break;
        text += value;
      }
      leave.abort();
      return text;
    },
    [key, JSON.stringify({ model, max_tokens: 24, stream: true, ...body }), max] as const,
  );
  const found: Streamed = { text: '', calls: [], reason: null, usage: null, error: null };
  for (const [, data] of sent.matchAll(/^data: (\{.*\})$/gm)) {
    const event = JSON.parse(data ?? '');
    found.error ??= event.error ?? null;
    found.usage = event.usage ?? found.usage;
    if (event.choices?.[0]) addChoice(found, event.choices[0]);
  }
  return found;
}

interface Choice {
  delta: {
    content?: string | null;
    tool_calls?: { index: number; function: { name?: string; arguments?: string } }[];
  };
  finish_reason: string | null;
}

function addChoice(found: Streamed, { delta, finish_reason }: Choice): void {
  found.text += delta.content ?? '';
  found.reason = finish_reason ?? found.reason;
  for (const { index, function: part } of delta.tool_calls ?? []) {
    const call = found.calls[index] ?? { name: '', arguments: '' };
    found.calls[index] = call;
    call.name += part.name ?? '';
    call.arguments += part.arguments ?? '';
  }
}
