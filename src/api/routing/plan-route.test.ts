import { describe, expect, test } from 'vitest';
import { BOUNDARIES, isWithin, lowest } from '#contract/boundary.ts';
import { MODES, type Rule, ruleSchema } from '#contract/providers.ts';
import {
  isLike,
  type LocalState,
  planRoute,
  type RemoteChoice,
  type RouteRequest,
} from './plan-route.ts';

const REQUEST: RouteRequest = {
  model: 'small',
  task: 'chat',
  key: 'k',
  needs: [],
  tokens: 100,
  ceiling: 'third-party',
};
const choice = (id: string, more: Partial<RemoteChoice> = {}): RemoteChoice => ({
  id,
  provider: id.split('/')[0] ?? '',
  remote: id.split('/')[1] ?? '',
  boundary: 'own-network',
  task: 'chat',
  can: ['tools'],
  context: 8000,
  unavailable: null,
  ...more,
});
const LAB = choice('lab/big');
const CLOUD = choice('cloud/huge', { boundary: 'third-party', context: 100_000 });
const HERE: LocalState = { isInstalled: true, fits: true, waiting: 0, etaSeconds: 0 };
const rule = (more: object): Rule => ruleSchema.parse({ mode: 'only-local', ...more });

function run(
  rules: Rule[],
  request: Partial<RouteRequest> = {},
  { remotes = [LAB, CLOUD], local = HERE } = {},
) {
  const plan = planRoute({ ...REQUEST, ...request }, { rules, remotes, local: () => local });
  return { ...plan, ids: plan.candidates.map((c) => (c.at === 'local' ? `local:${c.id}` : c.id)) };
}

test('without a rule everything stays here, and a provider’s name grants no permission', () => {
  expect(run([]).ids).toEqual(['local:small']);
  expect(run([], { model: 'lab/big' })).toMatchObject({ ids: [], refusal: 'boundary' });
});

describe('modes', () => {
  const to = ['local:tiny', 'lab:big', 'cloud:huge'];
  test('only-local asks the local model that it names', () => {
    expect(run([rule({ mode: 'only-local', to })]).ids).toEqual(['local:tiny']);
  });
  test('prefer-local asks providers after the local model', () => {
    expect(run([rule({ mode: 'prefer-local', to })]).ids).toEqual([
      'local:tiny',
      'lab/big',
      'cloud/huge',
    ]);
  });
  test('prefer-remote asks the local model last', () => {
    expect(run([rule({ mode: 'prefer-remote', to })]).ids).toEqual([
      'lab/big',
      'cloud/huge',
      'local:tiny',
    ]);
  });
  test('only-remote never asks the local model', () => {
    expect(run([rule({ mode: 'only-remote', to })]).ids).toEqual(['lab/big', 'cloud/huge']);
  });
  test('at most two providers are tried', () => {
    const third = choice('extra/one');
    const plan = run(
      [rule({ mode: 'only-remote', to: ['lab:big', 'cloud:huge', 'extra:one'] })],
      {},
      {
        remotes: [LAB, CLOUD, third],
      },
    );
    expect(plan.ids).toEqual(['lab/big', 'cloud/huge']);
  });
});

describe('overflow', () => {
  const reasons = ['not-installed', 'does-not-fit', 'queue>2', 'eta>20s'];
  const prefer = (overflowOn: string[]) =>
    rule({ mode: 'prefer-local', to: ['lab:big'], overflowOn });
  const states: Record<string, LocalState> = {
    'not-installed': { ...HERE, isInstalled: false },
    'does-not-fit': { ...HERE, fits: false },
    'queue>2': { ...HERE, waiting: 3 },
    'eta>20s': { ...HERE, etaSeconds: 21 },
  };
  test.each(reasons)('happens for %s where the rule names it, and only then', (reason) => {
    const local = states[reason] as LocalState;
    const named = run([prefer([reason])], {}, { local });
    expect(named.ids).toEqual(['lab/big']);
    expect(named.skipped).toEqual([{ id: 'local', reason: reason.split('>')[0] }]);
    const others = reasons.filter((other) => other !== reason);
    expect(run([prefer(others)], {}, { local }).ids).toEqual(['local:small', 'lab/big']);
  });
});

describe('ceilings', () => {
  const worlds = MODES.flatMap((mode) =>
    BOUNDARIES.slice(1).flatMap((boundary) =>
      [true, false].map((isInstalled) => ({ mode, boundary, isInstalled })),
    ),
  );
  test.each(BOUNDARIES)('nothing beyond %s is a candidate, whatever the rule says', (ceiling) => {
    for (const { mode, boundary, isInstalled } of worlds) {
      const remotes = [choice('lab/big', { boundary }), CLOUD];
      const to = ['lab:big', 'cloud:huge'];
      const rules = [rule({ mode, to, overflowOn: ['not-installed'], onBudget: 'local' })];
      const plan = run(rules, { ceiling }, { remotes, local: { ...HERE, isInstalled } });
      const places = plan.candidates.map(({ id }) => remotes.find((r) => r.id === id)?.boundary);
      expect(places.every((place) => isWithin(place ?? 'device', ceiling))).toBe(true);
    }
  });
  test('without a candidate the request is refused, not answered by another model', () => {
    const only = [rule({ mode: 'only-remote', to: ['cloud:huge'] })];
    expect(run(only, { ceiling: 'contracted' })).toMatchObject({ ids: [], refusal: 'boundary' });
    const missing = { local: { ...HERE, isInstalled: false } };
    const prefer = [
      rule({ mode: 'prefer-local', to: ['cloud:huge'], overflowOn: ['not-installed'] }),
    ];
    expect(run(prefer, { ceiling: 'device' }, missing)).toMatchObject({ refusal: 'boundary' });
  });
  test('the lowest of several counts', () => {
    expect(lowest('third-party', undefined, 'own-network')).toBe('own-network');
    expect(lowest()).toBe('third-party');
  });
});

test('providers that cannot serve the request, or not now, are skipped with the reason', () => {
  const rules = [rule({ mode: 'only-remote', to: ['lab:big', 'cloud:huge'] })];
  expect(run(rules, { needs: ['images'] }).skipped).toEqual([
    { id: 'lab/big', reason: 'unsupported-parameter' },
    { id: 'cloud/huge', reason: 'unsupported-parameter' },
  ]);
  expect(run(rules, { tokens: 9000 })).toMatchObject({
    ids: ['cloud/huge'],
    skipped: [{ id: 'lab/big', reason: 'context' }],
  });
  const broken = [
    choice('lab/big', { unavailable: 'breaker' }),
    choice('cloud/huge', { unavailable: 'limit' }),
  ];
  expect(run(rules, {}, { remotes: broken })).toMatchObject({ ids: [], refusal: 'unavailable' });
});

test('a used-up budget is refused, or answered here where the rule says so', () => {
  const remotes = [choice('lab/big', { unavailable: 'budget' })];
  const to = ['lab:big'];
  expect(run([rule({ mode: 'only-remote', to })], {}, { remotes }).refusal).toBe('budget');
  const local = run([rule({ mode: 'only-remote', to, onBudget: 'local' })], {}, { remotes });
  expect(local.ids).toEqual(['local:small']);
  expect(run([rule({ mode: 'prefer-remote', to })], {}, { remotes }).refusal).toBe('budget');
});

test('embeddings never cross models', () => {
  const remotes = [
    choice('lab/e5', { task: 'embeddings' }),
    choice('cloud/e5', { task: 'embeddings' }),
  ];
  const request = { task: 'embeddings', model: 'minilm' } as const;
  for (const mode of ['prefer-remote', 'only-remote', 'prefer-local'] as const) {
    const rules = [rule({ mode, to: ['lab:e5', 'cloud:e5'], overflowOn: ['not-installed'] })];
    const other = run(rules, request, { remotes });
    expect(other.ids.filter((id) => id !== 'local:minilm')).toEqual([]);
    // The same model by name: one candidate, and no second space to fall into.
    const same = run(rules, { ...request, model: 'e5' }, { remotes });
    expect(same.ids).toHaveLength(1);
  }
});

test('the first rule that matches decides', () => {
  const rules = [
    rule({ when: { model: 'gpt-4o*|auto', tokensOver: 50 }, mode: 'only-remote', to: ['lab:big'] }),
    rule({ when: { key: 'other' }, mode: 'only-remote', to: ['cloud:huge'] }),
    rule({ when: { needs: ['tools'] }, mode: 'prefer-remote', to: ['cloud:huge'] }),
  ];
  expect(run(rules, { model: 'gpt-4o-mini' }).ids).toEqual(['lab/big']);
  expect(run(rules, { model: 'gpt-4o-mini', tokens: 50 }).ids).toEqual(['local:gpt-4o-mini']);
  expect(run(rules, { key: 'other' }).ids).toEqual(['cloud/huge']);
  expect(run(rules).ids).toEqual(['local:small']);
});

test('patterns are matched in linear time', () => {
  expect(isLike('*'.repeat(500), 'a'.repeat(1000))).toBe(true);
  expect(isLike(`${'a*'.repeat(300)}b`, 'a'.repeat(5000))).toBe(false);
  expect(['a*c', '*', 'abc', 'a*b*c'].map((p) => isLike(p, 'abc'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['b*', '*b', 'ab', 'abcc*c', 'ABC'].map((p) => isLike(p, 'abc'))).toEqual(
    Array(5).fill(false),
  );
});
