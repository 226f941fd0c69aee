import { isRecord } from '#base/guards.ts';
import { mediaText } from './checked-by.ts';
import { boolean, object, oneOf, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { scanProblem } from './media-data.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

const picture = mediaText(scanProblem);

/** The body of POST /v1/ocr, as Mistral defines it, for one picture; a TIFF file has several pages. */
export const ocrRequest = object({
  model: string(),
  document: object({
    type: oneOf(['image_url']).nullish(),
    image_url: z.union([picture, object({ url: picture })], {
      error: 'type:a data URL or an object with a url',
    }),
  }).describe(
    'A picture as a data URL or bare base64: one page of a document, or the pages of a TIFF file.',
  ),
  return_words: boolean()
    .nullish()
    .describe('Whether each word is listed with its place and confidence. An extension.'),
});

export type OcrRequest = z.infer<typeof ocrRequest>;

/** @throws ApiError the first failure in the order of the fields. */
export function parseOcrRequest(body: unknown): OcrRequest {
  const result = ocrRequest.safeParse(body);
  const found = isRecord(body) ? [...refusals('ocr', body)] : [];
  const order = Object.keys(ocrRequest.shape);
  const error = firstError(result.error?.issues ?? [], found, body, order);
  if (error) throw error;
  return result.data as OcrRequest;
}
