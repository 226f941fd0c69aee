import { type Boundary, isWithin } from '#contract/boundary.ts';
import type { RemoteModel, Rule } from '#contract/providers.ts';

type RemoteTask = RemoteModel['task'];

/** What routing must know of a request. */
export interface RouteRequest {
  model: string;
  task: RemoteTask;
  /** Id of the key that asks. */
  key: string;
  needs: readonly string[];
  /** Tokens of the prompt, estimated, and of the answer. */
  tokens: number;
  ceiling: Boundary;
}

/** A model of a provider, as it stands. */
export interface RemoteChoice {
  /** `lab/big` */
  id: string;
  provider: string;
  /** The provider's own name of it. */
  remote: string;
  boundary: Boundary;
  task: RemoteTask;
  can: readonly string[];
  context: number;
  /** Why it cannot be asked now. */
  unavailable: 'breaker' | 'budget' | 'limit' | null;
}

/** A local model, as it stands. */
export interface LocalState {
  isInstalled: boolean;
  fits: boolean;
  waiting: number;
  etaSeconds: number;
}

export interface RouteWorld {
  rules: readonly Rule[];
  remotes: readonly RemoteChoice[];
  local: (id: string) => LocalState;
}

export type Candidate = { at: 'local'; id: string } | { at: 'remote'; id: string };

export interface Plan {
  candidates: readonly Candidate[];
  /** Candidates passed over, with the reason: `local(not-installed)`. */
  skipped: readonly string[];
  /** Reasons for which the next candidate follows a failed local one. */
  overflowOn: readonly string[];
  /** Why there is no candidate. */
  refusal: 'boundary' | 'budget' | 'unavailable' | null;
}

/** Remote candidates of one request. */
const MAX_REMOTE = 2;

/** Where a request may be answered, best first. Pure: the same world gives the same plan. */
export function planRoute(request: RouteRequest, world: RouteWorld): Plan {
  const rule = world.rules.find((candidate) => matches(candidate, request));
  const own: Candidate = { at: 'local', id: request.model };
  const isRemote = world.remotes.some(({ id }) => id === request.model);
  const named = localOf(rule);
  if (!rule || rule.mode === 'only-local') {
    // The name of a provider's model does not permit sending it anything.
    if (isRemote) return plan([], rule, [`${request.model}(boundary)`], 'boundary');
    return plan([named ?? own], rule);
  }
  const skipped: string[] = [];
  const remotes = remotesOf(rule, request, world, skipped);
  const local = named ?? (isRemote ? null : own);
  return BY_MODE[rule.mode]({ rule, request, world, skipped, remotes, local });
}

interface Found {
  rule: Rule;
  request: RouteRequest;
  world: RouteWorld;
  skipped: string[];
  remotes: Candidate[];
  local: Candidate | null;
}

const BY_MODE: Record<Exclude<Rule['mode'], 'only-local'>, (found: Found) => Plan> = {
  'only-remote': ({ rule, world, skipped, remotes, local }) => {
    if (remotes.length > 0) return plan(remotes, rule, skipped);
    return withoutRemote(rule, skipped, rule.onBudget === 'local' ? local : null, world);
  },
  'prefer-remote': ({ rule, request, world, skipped, remotes, local }) => {
    if (remotes.length === 0) return withoutRemote(rule, skipped, local, world);
    return plan(crossing(request, [...remotes, ...(local ? [local] : [])]), rule, skipped);
  },
  'prefer-local': ({ rule, request, world, skipped, remotes, local }) => {
    const reason = local && overflowReason(rule, world.local(local.id));
    if (local && !reason) return plan(crossing(request, [local, ...remotes]), rule, skipped);
    if (reason) skipped.unshift(`local(${reason})`);
    if (remotes.length > 0) return plan(remotes, rule, skipped);
    return withoutRemote(rule, skipped, local, world);
  },
};

/** Vector spaces cannot replace each other: only the first candidate may answer. */
function crossing({ task }: RouteRequest, candidates: Candidate[]): Candidate[] {
  return task === 'embeddings' ? candidates.slice(0, 1) : candidates;
}

function plan(
  candidates: readonly Candidate[],
  rule: Rule | undefined,
  skipped: readonly string[] = [],
  refusal: Plan['refusal'] = null,
): Plan {
  return { candidates, skipped, refusal, overflowOn: rule?.overflowOn ?? [] };
}

/** What happens where no provider may be asked: its reason decides. */
function withoutRemote(
  rule: Rule,
  skipped: readonly string[],
  local: Candidate | null,
  world: RouteWorld,
): Plan {
  const reasons = skipped
    .filter((entry) => !entry.startsWith('local('))
    .map((entry) => /\((\S+)\)$/.exec(entry)?.[1]);
  const isRefused = reasons.includes('budget') && rule.onBudget === 'refuse';
  const mayAnswer = local !== null && !(isRefused && rule.mode !== 'prefer-local');
  // An unavailable model is reported as missing, unless the boundary excludes the other candidates.
  if (mayAnswer && (world.local(local.id).isInstalled || reasons.length === 0)) {
    return plan([local], rule, skipped);
  }
  if (reasons.includes('budget')) return plan([], rule, skipped, 'budget');
  const isForbidden = reasons.every((reason) => reason === 'boundary');
  return plan([], rule, skipped, isForbidden ? 'boundary' : 'unavailable');
}

function localOf(rule: Rule | undefined): Candidate | null {
  const id = rule?.to.find((to) => to.startsWith('local:'))?.slice('local:'.length);
  return id && id !== '*' ? { at: 'local', id } : null;
}

/** Providers' models that may answer, in the rule's order. `skipped` gets the others. */
function remotesOf(
  rule: Rule,
  request: RouteRequest,
  { remotes }: RouteWorld,
  skipped: string[],
): Candidate[] {
  const found: RemoteChoice[] = [];
  for (const choice of choicesOf(rule, request, remotes)) {
    if (found.includes(choice)) continue;
    const why = whyNot(choice, request);
    if (why) skipped.push(`${choice.id}(${why})`);
    else found.push(choice);
  }
  const max = request.task === 'embeddings' ? 1 : MAX_REMOTE;
  return found.slice(0, max).map(({ id }) => ({ at: 'remote', id }));
}

function choicesOf(
  { to }: Rule,
  request: RouteRequest,
  remotes: readonly RemoteChoice[],
): RemoteChoice[] {
  const wanted = to.filter((entry) => !entry.startsWith('local:'));
  if (wanted.length === 0) return remotes.filter(({ id }) => id === request.model);
  return wanted.flatMap((entry) => {
    const at = entry.indexOf(':');
    const provider = entry.slice(0, at);
    const name = entry.slice(at + 1);
    return remotes.filter((choice) => {
      if (choice.provider !== provider) return false;
      return name === '*' ? isNamed(choice, request.model) : choice.id === `${provider}/${name}`;
    });
  });
}

const isNamed = ({ id, provider, remote }: RemoteChoice, model: string) =>
  [id, id.slice(provider.length + 1), remote].includes(model);

function whyNot(choice: RemoteChoice, request: RouteRequest): string | null {
  const { task, needs, tokens, ceiling, model } = request;
  if (!isWithin(choice.boundary, ceiling)) return 'boundary';
  if (choice.task !== task) return 'task';
  if (task === 'embeddings' && !isNamed(choice, model)) return 'other-vectors';
  if (needs.some((need) => !choice.can.includes(need))) return 'unsupported-parameter';
  if (tokens > choice.context) return 'context';
  return choice.unavailable;
}

/** Why a local model does not answer although it is preferred; null where it does. */
function overflowReason({ overflowOn }: Rule, state: LocalState): string | null {
  for (const reason of overflowOn) {
    const [, name, limit] = /^(queue|eta)>(\d+)/.exec(reason) ?? [];
    if (reason === 'not-installed' && !state.isInstalled) return reason;
    if (reason === 'does-not-fit' && state.isInstalled && !state.fits) return reason;
    if (name === 'queue' && state.waiting > Number(limit)) return 'queue';
    if (name === 'eta' && state.etaSeconds > Number(limit)) return 'eta';
  }
  return null;
}

function matches({ when }: Rule, request: RouteRequest): boolean {
  const { model, task, key, needs = [], tokensOver } = when;
  return (
    (model === undefined || model.split('|').some((pattern) => isLike(pattern, request.model))) &&
    (task === undefined || task === request.task) &&
    (key === undefined || key === '*' || key === request.key) &&
    needs.every((need) => request.needs.includes(need)) &&
    (tokensOver === undefined || request.tokens > tokensOver)
  );
}

/** Whether a text is like a pattern with `*`. Linear: a pattern of many stars must not stop the service. */
export function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  if (parts.length === 1) return text === pattern;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  if (text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
