import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { admit, discardIfBroken, openSlot } from '#api/tasks/admit.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { decodeImage } from '#api/tasks/media.ts';
import { readPage } from '#api/vector-stores/own-models.ts';
import { ApiError } from '#contract/api-error.ts';
import { kindByBytes } from '#documents/is-document.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ReadPage } from '#engine/ocr-task.ts';

const PARAM = 'document.image_url';
/** Work of its own before requests that wait may run: a file of many pages would wait for others at each of them. */
const OWN_WORK_MS = 1_000;

/** POST /v1/ocr: one picture is one page, a TIFF file as many as it has. */
export async function answerOcr(call: Call): Promise<Response> {
  const request = await readJson(call, 'ocr');
  const { image_url: image } = request.document;
  const card = requireModel(call, request.model, ['ocr'], 'reading pictures');
  const { signal } = call.controller;
  return withDeadline(call, async (deadline) => {
    const { largeBodies } = call.api;
    const url = typeof image === 'string' ? image : image.url;
    const picture = await decodeImage(url, PARAM, { largeBodies, signal });
    const isScan = (await kindByBytes(picture)) === 'tiff';
    const slot = await openSlot(call, card);
    const { turn } = await admit(call, slot, signal, 0);
    try {
      await turn.started;
      let began = call.api.now();
      const read = async (page: Blob) => {
        if (call.api.now() - began >= OWN_WORK_MS) {
          // The time that others take is not this request's.
          deadline.stop();
          await turn.pass();
          deadline.start();
          began = call.api.now();
        }
        return readPage(turn, page);
      };
      const pages = isScan ? await readTiff(call, picture, read) : [await read(picture)];
      return Response.json({
        pages: pages.map(({ text, words, width, height, confidence, unread }, index) => ({
          index,
          markdown: text,
          images: [],
          dimensions: { dpi: 0, height, width },
          confidence,
          unread_lines: unread,
          ...(request.return_words ? { words } : {}),
        })),
        model: request.model,
        usage_info: { pages_processed: pages.length, doc_size_bytes: picture.size },
      });
    } catch (error) {
      discardIfBroken(call, slot, error);
      // The runtime's sentence is about the picture.
      if (error instanceof EngineError && error.code === 'invalid-image')
        throw invalidImage(error.message);
      throw error;
    } finally {
      turn.leave();
    }
  });
}

const invalidImage = (why: string) =>
  new ApiError(400, 'invalid_image', `Invalid value for '${PARAM}': ${why}`, PARAM);

/** Its pages, drawn one after another: all of them. @throws ApiError 400, and 500 where the device cannot */
async function readTiff(
  { api, controller: { signal } }: Call,
  picture: Blob,
  readOne: (page: Blob) => Promise<ReadPage>,
): Promise<ReadPage[]> {
  const read = new Map<number, ReadPage>();
  let count = 0;
  const readPicture = async (drawn: Blob, number: number, pages: number) => {
    count = pages;
    const page = await readOne(drawn);
    read.set(number, page);
    return page;
  };
  const outcome = await api.readFile(new File([picture], 'scan.tif'), readPicture, signal);
  if ('problem' in outcome) {
    const { problem, of } = outcome;
    if (of === 'device') throw new ApiError(500, 'internal_server_error', problem);
    // Pages without words are no problem here.
    if (of !== 'words') throw invalidImage(problem);
  }
  const states = 'pages' in outcome ? (outcome.pages ?? []) : [];
  return Array.from({ length: count }, (_, i) => {
    const page = read.get(i + 1);
    // One that cannot be decoded is drawn white.
    const isWhite = states[i]?.state === 'unreadable' && page?.unread === 0;
    if (!page || isWhite) throw invalidImage(`page ${i + 1} of ${count} cannot be drawn.`);
    return page;
  });
}
