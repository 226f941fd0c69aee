import type { Provider, RemoteModel } from '#contract/providers.ts';
import type { ProviderTest } from '#transport/provider-control.ts';

/** An empty provider: unknown properties have the most cautious value. */
export function emptyProvider(): Provider {
  return {
    id: '',
    name: '',
    baseUrl: '',
    boundary: 'third-party',
    via: 'page',
    retains: 'unknown',
    trains: 'unknown',
    region: '',
    models: [],
    limits: { parallel: 6 },
    timeouts: { firstTokenMs: 20_000, silenceMs: 30_000, totalMs: 600_000 },
    breaker: { fails: 3, withinS: 60, coolDownS: 60 },
  };
}

/** A short id made of the name, which rules and headers show. */
export function freeId(name: string, taken: readonly string[]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '');
  const base = plain === '' || plain === 'local' ? 'provider' : plain;
  for (let i = 1; ; i++) {
    const id = i === 1 ? base : `${base}-${i}`;
    if (!taken.includes(id)) return id;
  }
}

/** Models that a server lists and a provider does not have yet. */
export function newModels(known: readonly RemoteModel[], found: ProviderTest['models']) {
  const remotes = new Set(known.map(({ remote }) => remote));
  const ids = known.map(({ id }) => id);
  return found
    .filter(({ id }) => !remotes.has(id) && /^[^\s\p{C}]+$/u.test(id))
    .map((listed) => {
      const model = toModel(listed, ids);
      ids.push(model.id);
      return model;
    });
}

/** A model as servers list it; its abilities are the person's to correct. */
export function toModel(
  { id: remote, context }: ProviderTest['models'][number],
  taken: readonly string[],
): RemoteModel {
  const short = remote.split('/').at(-1) || remote;
  const task = taskOf(remote);
  return {
    // Two repositories can have a model of one name.
    id: taken.includes(short) ? remote : short,
    remote,
    task,
    context: context ?? 8_192,
    maxOutput: Math.min(4_096, context ?? 4_096),
    can: task === 'chat' ? ['tools', 'json_schema'] : [],
    price: { prompt: '0', completion: '0' },
  };
}

function taskOf(name: string): RemoteModel['task'] {
  if (/rerank/i.test(name)) return 'rerank';
  if (/whisper|asr|transcri|parakeet/i.test(name)) return 'speech';
  return /embed|minilm|(^|\W)e5|(^|\W)bge|(^|\W)gte/i.test(name) ? 'embeddings' : 'chat';
}
