import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { admit, discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { decodeImage } from '#api/tasks/media.ts';
import { ApiError } from '#contract/api-error.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { OcrTask, ReadPage } from '#engine/ocr-task.ts';

const PARAM = 'document.image_url';

/** POST /v1/ocr: one picture is one page. */
export async function answerOcr(call: Call): Promise<Response> {
  const request = await readJson(call, 'ocr');
  const { image_url: image } = request.document;
  const card = requireModel(call, request.model, ['ocr'], 'reading pictures');
  const { signal } = call.controller;
  return withDeadline(call, async () => {
    const { largeBodies } = call.api;
    const url = typeof image === 'string' ? image : image.url;
    const picture = await decodeImage(url, PARAM, { largeBodies, signal });
    const slot = await openSlot(call, card);
    const { turn } = await admit(call, slot, signal, 0);
    try {
      await turn.started;
      const page = await read({ kind: 'ocr', picture }, turn);
      const { text, words, width, height, confidence, unread } = page;
      return Response.json({
        pages: [
          {
            index: 0,
            markdown: text,
            images: [],
            dimensions: { dpi: 0, height, width },
            confidence,
            unread_lines: unread,
            ...(request.return_words ? { words } : {}),
          },
        ],
        model: request.model,
        usage_info: { pages_processed: 1, doc_size_bytes: picture.size },
      });
    } catch (error) {
      discardIfBroken(call, slot, error);
      // The runtime's sentence is about the picture.
      if (error instanceof EngineError && error.code === 'invalid-image')
        throw new ApiError(
          400,
          'invalid_image',
          `Invalid value for '${PARAM}': ${error.message}`,
          PARAM,
        );
      throw error;
    } finally {
      turn.leave();
    }
  });
}

type Turn = Awaited<ReturnType<typeof admit>>['turn'];

async function read(task: OcrTask, turn: Turn): Promise<ReadPage> {
  let page: ReadPage | null = null;
  for await (const event of turn.run(task)) if (event.type === 'page') page = event.page;
  if (!page) throw new Error('The runtime ended without a page.');
  return page;
}
