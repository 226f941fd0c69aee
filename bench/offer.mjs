// An `alcove.json` for a build under test: the providers that a deployment offers.

/** @returns what `serve` asks first, and answers the file with `deployment` */
export function offer(deployment) {
  return async (request, response) => {
    if (!/^\/alcove\.json(\?|$)/.test(request.url ?? '')) return false;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(deployment));
    return true;
  };
}

/** Runs in the page: resolves when the models of these names can be asked. */
export async function whenOffered({ key, models }) {
  await globalThis.alcove.ready;
  const headers = { authorization: `Bearer ${key}` };
  for (let i = 0; i < 120; i++) {
    const response = await fetch('/v1/models', { headers });
    const { data } = await response.json();
    if (models.every((name) => data.some(({ id }) => id === name))) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`Not offered: ${models.join(', ')}`);
}
