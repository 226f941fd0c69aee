import type { ApiDependencies } from '#api/call/call.ts';
import type { ModelCard, ModelTask } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { EngineError, isFatal } from '#engine/engine-error.ts';
import type { ReadPage } from '#engine/ocr-task.ts';
import type { Slot, Turn } from '#engine/slot.ts';

/** The models of this device for a task; scripted ones last, which are for tests. */
export function ownModels(api: Pick<ApiDependencies, 'models'>, task: ModelTask): ModelCard[] {
  const own = [...api.models()].filter(
    (card) => card.task === task && !card.alias && !traitsOf(card).isRemote,
  );
  const isScripted = (card: ModelCard) => Number(traitsOf(card).isScripted);
  return own.sort((a, b) => isScripted(a) - isScripted(b));
}

/** Work on a model, which is replaced where it breaks: for the next try, and for others. */
export async function onSlot<T>(
  { engine, report }: Pick<ApiDependencies, 'engine' | 'report'>,
  card: ModelCard,
  work: (slot: Slot) => Promise<T>,
): Promise<T> {
  const slot = engine.slot(card);
  const release = slot.expect();
  try {
    await slot.ready;
    return await work(slot).finally(release);
  } catch (error) {
    if (isFatal(error)) await engine.recover(slot).catch(report);
    throw error;
  } finally {
    release();
  }
}

/** The page that a picture shows, read in a turn that has started. @throws EngineError */
export async function readPage(turn: Pick<Turn, 'run'>, picture: Blob): Promise<ReadPage> {
  let page: ReadPage | null = null;
  for await (const event of turn.run({ kind: 'ocr', picture }))
    if (event.type === 'page') page = event.page;
  if (!page) throw new Error('The runtime ended without a page.');
  return page;
}

/** The text of a picture; null where it cannot be decoded. @throws EngineError */
export async function readPicture(
  api: Pick<ApiDependencies, 'engine' | 'report'>,
  card: ModelCard,
  picture: Blob,
): Promise<ReadPage | null> {
  try {
    return await onSlot(api, card, async (slot) => {
      const turn = slot.admit(new AbortController().signal);
      try {
        await turn.started;
        return await readPage(turn, picture);
      } finally {
        turn.leave();
      }
    });
  } catch (error) {
    if (error instanceof EngineError && error.code === 'invalid-image') return null;
    throw error;
  }
}
