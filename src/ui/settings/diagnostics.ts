import type { ServiceSettings } from '#contract/service-settings.ts';
import type { Device } from '#device/measure-device.ts';
import type { HostStatus, UsageView } from '#transport/host-control.ts';
import type { TraceStep } from '#transport/trace.ts';

/** What a report is made of. The page collects it; nothing of it is sent anywhere. */
export interface DiagnosticsInput {
  version: string;
  /** Of the page, without query and fragment. */
  path: string;
  userAgent: string;
  language: string;
  isIsolated: boolean;
  serviceWorker: string;
  device: Device | null;
  status: HostStatus | null;
  settings: ServiceSettings | null;
  usage: readonly UsageView[];
  /** Rows of each table. */
  rows: Readonly<Record<string, number>>;
  failures: readonly unknown[];
  trace: readonly TraceStep[];
}

/** Ids with an owner, `owner/name`, are repositories that a person added. */
const name = (model: string) => (model.includes('/') ? 'a model of the hub' : model);

/** Stack frames of one failure, and steps of the trace. */
const MAX_FRAMES = 6;
const MAX_STEPS = 200;
const USUAL_HUB = 'https://huggingface.co';

/**
 * A report for a bug, as JSON: versions, device, limits, states and times. No text of a person, no key, no name of
 * a file, chat, key or private model, and no message of an exception, which may quote any of them.
 */
export function writeDiagnostics(input: DiagnosticsInput): string {
  const { settings } = input;
  const report = {
    alcove: input.version,
    page: input.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}'),
    browser: input.userAgent,
    language: input.language,
    isolated: input.isIsolated,
    serviceWorker: input.serviceWorker,
    device: input.device,
    models: input.status?.slots.map(({ model, note, ...slot }) => ({
      model: name(model),
      ...slot,
      movedToOtherDevice: note !== null,
    })),
    settings: settings && {
      device: settings.device,
      threads: settings.threads,
      memoryBudgetBytes: settings.memoryBudgetBytes,
      maxWaiting: settings.maxWaiting,
      requestTimeoutMs: settings.requestTimeoutMs,
      temperatureMax: settings.temperatureMax,
      scriptedModels: settings.scriptedModels,
      usesAnotherHub: settings.hub !== USUAL_HUB,
      aliases: Object.keys(settings.aliases).length,
    },
    rows: input.rows,
    requests: input.usage.map((row) => ({
      at: new Date(row.at).toISOString(),
      id: row.requestId,
      endpoint: row.endpoint,
      model: name(row.model),
      status: row.status,
      promptTokens: row.promptTokens,
      completionTokens: row.completionTokens,
      seconds: row.totalSeconds,
    })),
    failures: input.failures.map(describeFrames),
    trace: input.trace.slice(-MAX_STEPS).map(({ detail, ...step }) => ({
      ...step,
      // The path of a model or of a stored response holds its name.
      detail: detail
        .replace(/^(\w+ \S*\/v1\/(?:models|responses)\/).*/, '$1{id}')
        .replace(
          /^(.+): (queue .*)$/,
          (_, model: string, times: string) => `${name(model)}: ${times}`,
        ),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Where an exception was thrown: its name and places in the code, without its message. */
function describeFrames(error: unknown): { name: string; frames: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at |@/.test(line))
    .flatMap((line) => /([\w.-]+\.(?:js|ts|tsx):\d+:\d+)/.exec(line)?.[1] ?? [])
    .slice(0, MAX_FRAMES);
  const isPlain = /^\w{1,60}$/.test(error.name);
  return { name: isPlain ? error.name : 'Error', frames };
}
