import { expect, test } from 'vitest';
import { checkingAnswers } from './check-answer.ts';

const answering = (body: unknown, status = 200) =>
  checkingAnswers({
    fetch: async () => Response.json(body, { status }),
    key: '',
    models: { chat: '', vision: '', embed: '', speech: '', audio: '', script: '' },
  });

test('an answer with a field that is not documented fails', async () => {
  const models = { object: 'list', data: [] };
  await expect(answering(models).fetch('/v1/models')).resolves.toBeTruthy();
  await expect(answering({ ...models, page: 1 }).fetch('/v1/models')).rejects.toThrow('page');
  await expect(answering({ error: 'no' }, 400).fetch('/v1/models')).rejects.toThrow('error');
});
