import { ApiError } from '#contract/api-error.ts';
import { decodeBase64 } from '#contract/media-data.ts';
import { parseFormBody, parseJsonBody } from '#contract/request-bodies.ts';
import type { Parsed, ParseJob } from './body-parser.ts';

/** Does one job of a body parser. @throws whatever is no answer to a client. */
export function parseBody(job: ParseJob): Parsed {
  try {
    return { value: parse(job) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, param } = error;
    return { error: { status, code, message, param } };
  }
}

function parse(job: ParseJob): unknown {
  switch (job.type) {
    case 'json':
      return parseJsonBody(job.kind, job.bytes, job.temperatureMax);
    case 'form': {
      const form = new FormData();
      for (const [name, value] of job.entries) form.append(name, value);
      return parseFormBody(job.kind, form);
    }
    case 'base64':
      return decodeBase64(job.text);
  }
}
