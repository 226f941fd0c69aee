// Opens Alcove with an `alcove.json` of its own, and lets its key use the providers of it.
import { offer, whenOffered } from '../offer.mjs';
import { openAlcove } from '../open-alcove.mjs';
import { TLS_ARGS } from '../tls-proxy.mjs';
import { allowKeys, ask } from './in-page.mjs';

/** @returns what calls `/v1` in the page, once its providers can be asked */
export async function openWithProviders(deployment) {
  const opened = await openAlcove({ first: offer(deployment), args: TLS_ARGS, extra: 'e2e/data' });
  const { page, key } = opened;
  await page.evaluate(allowKeys);
  await page.reload();
  const models = deployment.providers.flatMap((p) => p.models.map(({ id }) => `${p.id}/${id}`));
  await page.evaluate(whenOffered, { key, models });
  await page.evaluate(`globalThis.ask = ${ask}`);
  const call = (path, body, form) =>
    page.evaluate((args) => globalThis.ask(args), { path, key, body, form });
  return { ...opened, call };
}
