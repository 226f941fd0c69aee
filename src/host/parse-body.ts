import { ApiError } from '#contract/api-error.ts';
import { decodeBase64 } from '#contract/media-data.ts';
import { parseFormBody, parseJsonBody } from '#contract/request-bodies.ts';
import type { Parsed, ParseJob } from './body-parser.ts';

/** Does one job of a body parser. @throws errors that are not answers to a client. */
export async function parseBody(job: ParseJob): Promise<Parsed> {
  try {
    return { value: await parse(job) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, param } = error;
    return { error: { status, code, message, param } };
  }
}

async function parse(job: ParseJob): Promise<unknown> {
  switch (job.type) {
    case 'json': {
      const { kind, body, temperatureMax } = job;
      const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
      return parseJsonBody(kind, bytes, temperatureMax);
    }
    case 'form': {
      const form = new FormData();
      for (const [name, value] of job.entries) form.append(name, value);
      return parseFormBody(job.kind, form);
    }
    case 'base64':
      return decodeBase64(job.text);
  }
}
