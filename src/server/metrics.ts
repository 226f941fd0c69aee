/** Upper ends of the buckets of durations, in seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** Series of one metric: names of models and paths come from outside. */
const MAX_SERIES = 200;
const OTHER = 'other';

/** One request that was answered, or whose client left. */
export interface Passed {
  path: string;
  /** As `x-alcove-served-by` names it; empty before one was chosen. */
  model: string;
  /** `gone` where the client left before the end. */
  status: number | 'gone';
  seconds: number;
  promptTokens: number;
  completionTokens: number;
}

interface Durations {
  buckets: number[];
  sum: number;
  count: number;
}

/** What the server counts of the requests it passes on since it started: figures alone, no text of any. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  readonly #paths = new Set<string>();
  readonly #models = new Set<string>();

  add({ path, model, status, seconds, promptTokens, completionTokens }: Passed): void {
    const at = bounded(this.#paths, endpointOf(path));
    const by = bounded(this.#models, model);
    raise(this.#requests, labels({ path: at, model: by, status: String(status) }), 1);
    raise(this.#tokens, labels({ model: by, direction: 'in' }), promptTokens);
    raise(this.#tokens, labels({ model: by, direction: 'out' }), completionTokens);
    const key = labels({ path: at });
    const durations = this.#durations.get(key) ?? {
      buckets: BUCKETS.map(() => 0),
      sum: 0,
      count: 0,
    };
    this.#durations.set(key, durations);
    durations.sum += seconds;
    durations.count++;
    for (const [i, end] of BUCKETS.entries()) {
      if (seconds <= end) durations.buckets[i] = (durations.buckets[i] ?? 0) + 1;
    }
  }

  /** @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
  write({ hasTab, running }: { hasTab: boolean; running: number }): string {
    const lines = [
      ...head('alcove_tab_connected', 'gauge', 'Whether a tab answers.'),
      `alcove_tab_connected ${hasTab ? 1 : 0}`,
      ...head('alcove_requests_in_flight', 'gauge', 'Requests that are being answered.'),
      `alcove_requests_in_flight ${running}`,
      ...head('alcove_requests_total', 'counter', 'Requests since the server started.'),
      ...[...this.#requests].map(([key, value]) => `alcove_requests_total${key} ${value}`),
      ...head('alcove_tokens_total', 'counter', 'Tokens of prompts (in) and answers (out).'),
      ...[...this.#tokens].map(([key, value]) => `alcove_tokens_total${key} ${value}`),
      ...head('alcove_request_duration_seconds', 'histogram', 'Seconds until the last byte.'),
      ...[...this.#durations].flatMap(([key, durations]) => writeDurations(key, durations)),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function writeDurations(key: string, { buckets, sum, count }: Durations): string[] {
  const name = 'alcove_request_duration_seconds';
  const of = (end: string) => `${key.slice(0, -1)},le="${end}"}`;
  return [
    ...BUCKETS.map((end, i) => `${name}_bucket${of(String(end))} ${buckets[i]}`),
    `${name}_bucket${of('+Inf')} ${count}`,
    `${name}_sum${key} ${sum}`,
    `${name}_count${key} ${count}`,
  ];
}

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function labels(values: Readonly<Record<string, string>>): string {
  const all = Object.entries(values).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${all.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').slice(0, 200);

function raise(sums: Map<string, number>, key: string, by: number): void {
  if (by > 0) sums.set(key, (sums.get(key) ?? 0) + by);
}

/** The value, or one name for all beyond the limit: a client that invents paths must not fill the memory. */
function bounded(known: Set<string>, value: string): string {
  if (!known.has(value) && known.size >= MAX_SERIES) return OTHER;
  known.add(value);
  return value;
}

/** A path without ids: each of them would be a series of its own. */
const endpointOf = (path: string): string =>
  path.replace(/^(\/v1\/(?:models|responses|files|batches))\/[^/]+/, '$1/{id}').slice(0, 100);
