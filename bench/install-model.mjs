/** Downloads a model through the Models page from the hub that the page's own server has, unless it is there. */
export async function installModel(page, model) {
  if (await isInstalled(page, model)) return;
  await page.goto(new URL('/settings/service', page.url()).href);
  const field = page.getByLabel('Models are downloaded from');
  await field.fill(`${new URL(page.url()).origin}/hub`);
  await field.blur();
  await page.waitForTimeout(3000);
  await page.getByRole('navigation').getByRole('link', { name: 'Models' }).first().click();
  await page.getByRole('heading', { name: 'Models to download' }).waitFor();
  await page.getByLabel('Another model from the hub').fill(model);
  await page.getByRole('button', { name: 'Check and download' }).click();
  while (!(await isInstalled(page, model)))
    await new Promise((resolve) => setTimeout(resolve, 1_000));
}

function isInstalled(page, model) {
  return page.evaluate(async (id) => {
    const { data } = await (await fetch('/v1/models')).json();
    return data.some((m) => m.id === id && m.sn_metadata.state === 'ready');
  }, model);
}
