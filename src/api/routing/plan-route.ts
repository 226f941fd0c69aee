import { type Boundary, isWithin } from '#contract/boundary.ts';
import { type Overflow, overflowsOf, type RemoteModel, type Rule } from '#contract/providers.ts';

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
  unavailable: 'offline' | 'breaker' | 'budget' | 'limit' | null;
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

/** A candidate that failed or was skipped: `local`, or the id of a provider's model. */
export interface Passed {
  id: string;
  reason: string;
  /** What more there is to say of the reason. */
  value?: string;
}

/** As the header `x-alcove-tried` lists it: `lab/big(429,waits)`. */
export function writePassed({ id, reason, value }: Passed): string {
  return `${id}(${value === undefined ? reason : `${reason},${value}`})`;
}

export interface Plan {
  candidates: readonly Candidate[];
  /** Candidates passed over. */
  skipped: readonly Passed[];
  /** Reasons for which the next candidate follows a failed local one. */
  overflowOn: readonly Overflow[];
  /** Why there is no candidate. */
  refusal: 'boundary' | 'budget' | 'offline' | 'unavailable' | null;
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
    if (isRemote) return refused('boundary', [{ id: request.model, reason: 'boundary' }]);
    return planOf([named ?? own], rule);
  }
  const local = named ?? (isRemote ? null : own);
  const overflow =
    rule.mode === 'prefer-local' && local ? overflowReason(rule, world.local(local.id)) : null;
  const found = planBeyond(rule, request, world, { local, isBusy: overflow !== null });
  if (overflow === null) return found;
  return { ...found, skipped: [{ id: 'local', reason: overflow }, ...found.skipped] };
}

/** The plan of a rule that may send a request beyond this device. */
function planBeyond(
  rule: Rule,
  request: RouteRequest,
  world: RouteWorld,
  { local, isBusy }: { local: Candidate | null; isBusy: boolean },
): Plan {
  const { mode, onBudget } = rule;
  const { remotes, skipped } = remotesOf(rule, request, world);
  if (mode === 'prefer-local' && local && !isBusy) {
    return planOf(crossing(request, [local, ...remotes]), rule, skipped);
  }
  if (remotes.length === 0) {
    const last = mode === 'only-remote' && onBudget === 'refuse' ? null : local;
    return withoutRemote(rule, skipped, last, world);
  }
  const after = mode === 'prefer-remote' && local ? [local] : [];
  return planOf(crossing(request, [...remotes, ...after]), rule, skipped);
}

/** Vector spaces cannot replace each other: only the first candidate may answer. */
function crossing({ task }: RouteRequest, candidates: Candidate[]): Candidate[] {
  return task === 'embeddings' ? candidates.slice(0, 1) : candidates;
}

function planOf(
  candidates: readonly Candidate[],
  rule: Rule | undefined,
  skipped: readonly Passed[] = [],
): Plan {
  return { candidates, skipped, refusal: null, overflowOn: rule ? overflowsOf(rule) : [] };
}

const refused = (refusal: Plan['refusal'], skipped: readonly Passed[]): Plan => ({
  candidates: [],
  skipped,
  refusal,
  overflowOn: [],
});

/** What happens where no provider may be asked: the reason why the providers were skipped decides. */
function withoutRemote(
  rule: Rule,
  skipped: readonly Passed[],
  local: Candidate | null,
  world: RouteWorld,
): Plan {
  const isOverBudget = skipped.some(({ reason }) => reason === 'budget');
  const isRefused = isOverBudget && rule.onBudget === 'refuse';
  const mayAnswer = local !== null && !(isRefused && rule.mode !== 'prefer-local');
  // An unavailable model is reported as missing, unless the boundary excludes the other candidates.
  if (mayAnswer && (world.local(local.id).isInstalled || skipped.length === 0)) {
    return planOf([local], rule, skipped);
  }
  if (isOverBudget) return refused('budget', skipped);
  if (skipped.some(({ reason }) => reason === 'offline')) return refused('offline', skipped);
  const isForbidden = skipped.every(({ reason }) => reason === 'boundary');
  return refused(isForbidden ? 'boundary' : 'unavailable', skipped);
}

function localOf(rule: Rule | undefined): Candidate | null {
  const id = rule?.to.find((to) => to.startsWith('local:'))?.slice('local:'.length);
  return id && id !== '*' ? { at: 'local', id } : null;
}

/** Providers' models that may answer, in the rule's order, and those that may not. */
function remotesOf(rule: Rule, request: RouteRequest, { remotes }: RouteWorld) {
  const found = new Set<RemoteChoice>();
  const skipped: Passed[] = [];
  for (const choice of choicesOf(rule, request, remotes)) {
    if (found.has(choice)) continue;
    const reason = whyNot(choice, request);
    if (reason) skipped.push({ id: choice.id, reason });
    else found.add(choice);
  }
  const max = request.task === 'embeddings' ? 1 : MAX_REMOTE;
  const best = [...found].slice(0, max);
  return { remotes: best.map(({ id }): Candidate => ({ at: 'remote', id })), skipped };
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
  if (choice.unavailable === 'offline') return 'offline';
  if (!isWithin(choice.boundary, ceiling)) return 'boundary';
  if (choice.task !== task) return 'task';
  if (task === 'embeddings' && !isNamed(choice, model)) return 'other-vectors';
  if (needs.some((need) => !choice.can.includes(need))) return 'unsupported-parameter';
  if (tokens > choice.context) return 'context';
  return choice.unavailable;
}

/** Why a local model does not answer although it is preferred; null where it does. */
function overflowReason(rule: Rule, state: LocalState): string | null {
  const { isInstalled, fits, waiting, etaSeconds } = state;
  const applies: Record<string, (above: number) => boolean> = {
    'not-installed': () => !isInstalled,
    'does-not-fit': () => isInstalled && !fits,
    queue: (above) => waiting > above,
    eta: (above) => etaSeconds > above,
  };
  const found = overflowsOf(rule).find(({ reason, above }) => applies[reason]?.(above));
  return found?.reason ?? null;
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
