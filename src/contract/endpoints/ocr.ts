import { OCR_EXAMPLE, ocrAnswer } from '#contract/answers/ocr-answer.ts';
import { ocrRequest } from '#contract/ocr-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

export const ocr = endpoint({
  name: 'ocr',
  operationId: 'createOcr',
  method: 'POST',
  path: '/v1/ocr',
  summary: 'OCR',
  description:
    'the text of a picture, or of the pages of a TIFF file: paragraphs, columns and tables in Markdown, words with their places',
  tag: 'ocr',
  tasks: ['ocr'],
  request: { json: named('CreateOcrRequest', ocrRequest) },
  response: { json: ocrAnswer },
  clientMethod: null,
  example: {
    model: 'alcove-ocr',
    body: { document: { type: 'image_url', image_url: 'data:image/png;base64,…' } },
    answer: OCR_EXAMPLE,
  },
});
