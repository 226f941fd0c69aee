import { BOUNDARIES } from './boundary.ts';
import { providerOrigin } from './provider-origin.ts';
import { z } from './zod.ts';

const MAX_MODELS = 200;
const MAX_RULES = 200;
const DAY_MS = 86_400_000;

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, 'Use lower-case letters, digits, dots and hyphens.')
  // The name of this device in rules and headers.
  .refine((value) => value !== 'local', 'This id means the models of this device.');
const modelName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\s\p{C}]+$/u);
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
/** Money as text, as prices of models are written: no rounding on the way. */
const money = z.string().regex(/^\d{1,9}(\.\d{1,12})?$/);
const known = z.enum(['no', 'yes', 'unknown']).catch('unknown');

const baseUrl = z
  .string()
  .max(2_000)
  .transform((address) => address.trim().replace(/\/+$/, ''))
  .refine((address) => providerOrigin(address) !== null, 'This is no address of a server.');

const ABILITIES = [
  'tools',
  'json_schema',
  'images',
  'audio',
  'logprobs',
  'timestamps',
  'words',
  'translation',
  'max_completion_tokens',
  'no_streaming',
] as const;
const REMOTE_TASKS = ['chat', 'embeddings', 'speech', 'rerank'] as const;

const remoteModel = z.object({
  /** The second part of the id in requests, after the provider's: `lab/big`. */
  id: modelName,
  /** The provider's own id. */
  remote: modelName,
  task: z.enum(REMOTE_TASKS).default('chat'),
  /** Tokens of prompt and answer. */
  context: whole(1, 100_000_000).default(32_768),
  maxOutput: whole(1, 10_000_000).default(4_096),
  can: z.array(z.enum(ABILITIES)).max(20).default([]),
  /** For each token. */
  price: z.object({ prompt: money, completion: money }).default({ prompt: '0', completion: '0' }),
  /** Embedding sizes, native first. */
  dimensions: z.array(whole(1, 65_536)).max(20).optional(),
});
export type RemoteModel = z.infer<typeof remoteModel>;

/** Where requests can be answered beyond this device. Its key is stored elsewhere. */
export const providerSchema = z.object({
  id,
  name: z.string().trim().min(1).max(100),
  baseUrl,
  boundary: z.enum(BOUNDARIES).exclude(['device']),
  /** `server`: the server of the page calls it, for hosts that let no page read their answers. */
  via: z.enum(['page', 'server']).default('page'),
  retains: known.default('unknown'),
  trains: known.default('unknown'),
  region: z.string().max(40).default(''),
  models: z.array(remoteModel).max(MAX_MODELS).default([]),
  limits: z
    .object({
      /** A browser opens six connections to a host without HTTP/2: waiting for one would count as a slow answer. */
      parallel: whole(1, 1_000).default(6),
      rpm: whole(1, 1_000_000).optional(),
      tokensPerDay: whole(1, 1e12).optional(),
      moneyPerDay: money.optional(),
    })
    .prefault({}),
  timeouts: z
    .object({
      firstTokenMs: whole(100, DAY_MS).default(20_000),
      silenceMs: whole(100, DAY_MS).default(30_000),
      totalMs: whole(100, DAY_MS).default(600_000),
    })
    .prefault({}),
  breaker: z
    .object({
      fails: whole(1, 1_000).default(3),
      withinS: whole(1, 86_400).default(60),
      coolDownS: whole(1, 86_400).default(60),
    })
    .prefault({}),
});
export type Provider = z.infer<typeof providerSchema>;

export const MODES = ['only-local', 'prefer-local', 'prefer-remote', 'only-remote'] as const;
const REASON =
  /^(not-installed|does-not-fit|context|unsupported-parameter|engine-error|queue>\d{1,5}|eta>\d{1,6}s)$/;
/** What a rule sends requests to: `local:qwen3`, `lab:big`, or `lab:*` for the model asked for. */
const destination = z
  .string()
  .max(250)
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}:\S+$/);

export const ruleSchema = z.object({
  when: z
    .object({
      /** Patterns with `*`, separated by `|`. */
      model: z.string().min(1).max(1_000).optional(),
      task: z.enum(REMOTE_TASKS).optional(),
      /** Id of a key, or `*`. */
      key: z.string().min(1).max(100).optional(),
      needs: z
        .array(z.enum(['images', 'audio', 'tools', 'json_schema', 'logprobs']))
        .max(5)
        .optional(),
      tokensOver: whole(0, 100_000_000).optional(),
    })
    .prefault({}),
  mode: z.enum(MODES),
  to: z.array(destination).max(16).default([]),
  overflowOn: z.array(z.string().regex(REASON)).max(16).default([]),
  onBudget: z.enum(['local', 'refuse']).default('refuse'),
});
export type Rule = z.infer<typeof ruleSchema>;

/** A reason for which the next candidate follows a failed local one; `above`: the number that must be exceeded. */
export interface Overflow {
  reason: string;
  above: number;
}

/** The reasons of a rule, which stores them as `queue>2`. */
export function overflowsOf({ overflowOn }: Pick<Rule, 'overflowOn'>): Overflow[] {
  return overflowOn.map((written) => {
    const [reason = '', above = '0'] = written.split('>');
    return { reason, above: Number.parseInt(above, 10) };
  });
}

export const rulesSchema = z.array(ruleSchema).max(MAX_RULES);

/** `alcove.json` of a deployment: a team's providers. It never contains a key and raises no ceiling. */
export const deploymentSchema = z.object({
  providers: z.array(providerSchema).max(50).default([]),
  rules: rulesSchema.default([]),
});
export type Deployment = z.infer<typeof deploymentSchema>;
