import type { Exchange, RecordedBody, UsageRow } from '#storage/service-records.ts';
import { readStreamEvents } from './read-exchange.ts';
import { waterfall, wholeSeconds } from './waterfall.ts';

/** A request with its recorded bodies, where there are some. */
export interface Recorded {
  row: UsageRow;
  exchange: Exchange | undefined;
}

const ms = (seconds: number) => Math.round(seconds * 1e6) / 1e3;
const named = ([name, value]: readonly [string, string]) => ({ name, value });
const headersSize = -1;

/**
 * Requests as an HTTP archive, which the developer tools of browsers open. Bodies that were not recorded are missing in it.
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function writeHar(requests: readonly Recorded[], origin: string, version: string): string {
  const entries = requests.map((request) => toEntry(request, origin));
  const creator = { name: 'Alcove', version };
  return JSON.stringify({ log: { version: '1.2', creator, entries } }, null, 1);
}

function toEntry({ row, exchange }: Recorded, origin: string) {
  const seconds = Object.fromEntries(waterfall(row).map((step) => [step.phase, step.seconds]));
  const whole = wholeSeconds(row);
  const { load = 0, queue = 0, read = 0, write = 0 } = seconds;
  const url = new URL(exchange?.path ?? `/v1/${row.endpoint}`, origin);
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize };
  return {
    // The row is written when a request ends.
    startedDateTime: new Date(exchange?.at ?? row.at - whole * 1_000).toISOString(),
    time: ms(whole),
    request: {
      ...common,
      method: exchange?.method ?? 'POST',
      url: url.href,
      headers: (exchange?.requestHeaders ?? []).map(named),
      queryString: [...url.searchParams].map(named),
      bodySize: exchange?.request?.bytes ?? -1,
      ...(exchange?.request && {
        postData: { mimeType: exchange.request.type, text: exchange.request.text },
      }),
    },
    response: {
      ...common,
      status: row.status,
      statusText: row.errorCode ?? '',
      headers: (exchange?.responseHeaders ?? []).map(named),
      content: toContent(exchange?.response ?? null),
      redirectURL: '',
      bodySize: exchange?.response?.bytes ?? -1,
    },
    cache: {},
    timings: { blocked: ms(load + queue), send: 0, wait: ms(read), receive: ms(write) },
    ...(exchange && { _events: readStreamEvents(exchange).map(({ at }) => at) }),
    _alcove: row,
  };
}

function toContent(body: RecordedBody | null) {
  const { bytes: size = 0, type: mimeType = '', text, isCut } = body ?? {};
  return { size, mimeType, ...(text && { text }), ...(isCut && { comment: 'cut' }) };
}

/** A request a line, for scripts: its figures, and its bodies where they were recorded. */
export function writeJsonl(requests: readonly Recorded[]): string {
  return requests.map(({ row, exchange }) => `${JSON.stringify({ ...row, exchange })}\n`).join('');
}
