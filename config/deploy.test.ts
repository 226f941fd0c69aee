import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deploymentSchema } from '#contract/providers.ts';

const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8');

test('deploy/alcove.json offers what the app reads, and nothing that it drops', () => {
  const file: unknown = JSON.parse(read('alcove.json'));
  expect(deploymentSchema.parse(file)).toMatchObject(file as object);
});

test('deploy/ pins one LiteLLM, and requests go to the port it is published at', () => {
  const [, pinned] = /litellm\[proxy\]==(\S+)/.exec(read('requirements.txt')) ?? [];
  const compose = read('compose.yaml');
  expect(compose).toContain(`litellm[proxy]==${pinned}'`);
  const { providers } = deploymentSchema.parse(JSON.parse(read('alcove.json')));
  const ports = providers.map(({ baseUrl }) => new URL(baseUrl).port);
  for (const port of ports) expect(compose).toContain(`127.0.0.1:${port}:${port}`);
});
