import { afterEach, expect, test, vi } from 'vitest';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { ServerModels } from './server-models.ts';

afterEach(() => vi.unstubAllGlobals());

test('a list that is asked for while the server is asked has its models, too', async () => {
  const [card] = ONNX_MODELS;
  let answer = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const ask = vi.fn(() => answered);
  vi.stubGlobal('fetch', ask);
  const server = new ServerModels();
  const known = Promise.all(
    [server.refresh(), server.refresh()].map((done) =>
      done.then((isNew) => [isNew, [...server.cards.keys()]]),
    ),
  );
  answer(Response.json({ models: [card] }));
  expect(await known).toEqual([
    [true, [card?.id]],
    [false, [card?.id]],
  ]);
  expect(ask).toHaveBeenCalledOnce();
});
