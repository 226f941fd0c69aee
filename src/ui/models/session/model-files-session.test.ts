import { expect, test, vi } from 'vitest';
import { useHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { ModelFilesSession } from './model-files-session.ts';

/** A host that converts every file to a model of its name. */
const control = ((call: (host: object) => unknown) =>
  call({
    addModelFile: async (_: File, { name }: { name: string }) => name,
  })) as unknown as SessionPorts['control'];

/** A file that says to be of a size. */
const fileOf = (name: string, size: number) =>
  Object.defineProperty(new File([], name), 'size', { value: size });

async function convert(name: string, size: number) {
  const session = new ModelFilesSession({ control } as unknown as SessionPorts);
  await session.convert({ name, place: '', file: fileOf(name, size), licence: null });
  expect(session.state.getState()).toMatchObject({ step: 'idle', added: name, problem: null });
  const { models } = useHost.getState();
  useHost.setState({ models: [...models, { id: name, task: 'chat' } as (typeof models)[number]] });
  await new Promise((resolve) => setTimeout(resolve));
  return readPreferences().chatModel;
}

test('new chats begin with a model of a file that can answer, and not with a tiny one', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  expect(await convert('local/tiny', 98_000_000)).toBe('alcove-guide');
  expect(await convert('local/small', 491_000_000)).toBe('local/small');
  // Another that was chosen stays.
  expect(await convert('local/later', 900_000_000)).toBe('local/small');
});
