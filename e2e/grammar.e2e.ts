import { expect, type Page, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { seeded } from '#base/numbers.ts';
import { randomDocumentSchema, randomSchema } from '#testing/random-schema.ts';
import { times } from '#testing/test-run.ts';
import { openPage } from './open-page.ts';

const SCHEMAS = times(1000, 40);
const TOOL_SETS = times(200, 3);
const ajv = new Ajv2020({ strict: false, validateFormats: false });

interface Choice {
  finish_reason: string;
  message: {
    content: string | null;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  };
}
interface Answer {
  status: number;
  body: { choices: Choice[]; error: { code: string; message: string; param: string } };
}

/** Sends requests from the page, a few concurrently, and returns the answers in order. */
function post(page: Page, key: string, bodies: readonly object[], atOnce = 8): Promise<Answer[]> {
  return page.evaluate(
    async ([apiKey, list, max]) => {
      const answers: Answer[] = [];
      let next = 0;
      const worker = async () => {
        while (next < list.length) {
          const at = next++;
          const response = await fetch('/v1/chat/completions', {
            method: 'POST',
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            body: JSON.stringify(list[at]),
          });
          answers[at] = {
            status: response.status,
            body: (await response.json()) as Answer['body'],
          };
        }
      };
      await Promise.all(Array.from({ length: max }, worker));
      return answers;
    },
    [key, bodies, atOnce] as const,
  );
}

const asked = (schema: object, seed: number) => ({
  model: 'alcove-guide',
  messages: [{ role: 'user', content: 'Give me an example.' }],
  response_format: { type: 'json_schema', json_schema: { name: 'example', schema } },
  temperature: 1,
  seed,
  max_tokens: 80,
});

function isWhole(text: string | null | undefined): boolean {
  try {
    JSON.parse(text ?? '');
    return true;
  } catch {
    return false;
  }
}

test(`${SCHEMAS} random schemas: every answer is valid, or too long to end`, async ({ page }) => {
  test.setTimeout(900_000);
  const key = await openPage(page);
  const random = seeded(1_121);
  const schemas = Array.from({ length: SCHEMAS }, () => randomDocumentSchema(random, 2));
  const answers = await post(page, key, schemas.map(asked));
  let ended = 0;
  for (const [i, { status, body }] of answers.entries()) {
    expect(status, JSON.stringify(body)).toBe(200);
    const [choice] = body.choices;
    const isCut = choice?.finish_reason === 'length' && !isWhole(choice.message.content);
    // What the schema requires is longer.
    if (isCut) continue;
    ended++;
    const at = `${JSON.stringify(schemas[i])}\n${choice?.message.content}`;
    expect(ajv.validate(schemas[i] ?? true, JSON.parse(choice?.message.content ?? '')), at).toBe(
      true,
    );
  }
  expect(ended).toBeGreaterThan(answers.length * 0.7);
});

const WORDS = ['weather', 'send_mail', 'search', 'add-numbers', 'Lookup_2', 'translate'];

function randomTools(random: () => number) {
  const count = 1 + Math.floor(random() * 3);
  return WORDS.slice(0, count).map((name) => ({
    type: 'function',
    function: {
      name,
      parameters: {
        type: 'object',
        properties: { value: randomSchema(random, random() < 0.5 ? 0 : 1) },
        required: ['value'],
        additionalProperties: false,
      },
    },
  }));
}

test(`${TOOL_SETS} random tool sets: every call names a tool and its arguments are valid`, async ({
  page,
}) => {
  test.setTimeout(600_000);
  const key = await openPage(page);
  const random = seeded(2_026);
  const bodies = Array.from({ length: TOOL_SETS }, (_, seed) => {
    const tools = randomTools(random);
    const named = tools[Math.floor(random() * tools.length)]?.function.name;
    return {
      model: 'alcove-guide',
      messages: [{ role: 'user', content: 'Please help.' }],
      tools,
      tool_choice: seed % 2 ? 'required' : { type: 'function', function: { name: named } },
      temperature: 1,
      seed,
      max_tokens: 120,
    };
  });
  const answers = await post(page, key, bodies);
  let calls = 0;
  for (const [i, { status, body }] of answers.entries()) {
    expect(status, JSON.stringify(body)).toBe(200);
    const [choice] = body.choices;
    const { tools, tool_choice: asked } = bodies[i] as (typeof bodies)[number];
    if (choice?.finish_reason === 'length') continue;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(choice?.message.content).toBeNull();
    for (const { id, type, function: called } of choice?.message.tool_calls ?? []) {
      calls++;
      expect(id).toMatch(/^call_[0-9a-f]{32}$/);
      expect(type).toBe('function');
      const tool = tools.find((t) => t.function.name === called.name);
      if (typeof asked === 'object') expect(called.name).toBe(asked.function.name);
      const isValid = ajv.validate(
        tool?.function.parameters ?? false,
        JSON.parse(called.arguments),
      );
      expect(isValid, called.arguments).toBe(true);
    }
  }
  // Chance fills free texts until the limit: what ends must be right, and some of it does end.
  expect(calls).toBeGreaterThan(answers.length / 10);
});

test('a streamed answer is the same as a whole one, for JSON and for calls', async ({ page }) => {
  const key = await openPage(page);
  const random = seeded(31);
  const base = {
    model: 'alcove-guide',
    messages: [{ role: 'user', content: 'Hi' }],
    max_tokens: 90,
  };
  const bodies = Array.from({ length: times(24, 8) }, (_, seed) =>
    seed % 2
      ? { ...base, seed, temperature: 1, tools: randomTools(random), tool_choice: 'required' }
      : { ...asked(randomDocumentSchema(random, 1), seed), max_tokens: 90 },
  );
  const whole = await post(page, key, bodies, 1);
  const streamed = await page.evaluate(
    async ([apiKey, list]) => {
      const answers = [];
      for (const body of list) {
        const response = await fetch('/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, stream: true }),
        });
        const events = (await response.text())
          .split('\n')
          .filter((line) => line.startsWith('data: {'))
          .map((line) => JSON.parse(line.slice(6)));
        const calls: { name: string; arguments: string }[] = [];
        let content = '';
        let reason = '';
        for (const { choices } of events) {
          const [{ delta, finish_reason }] = choices;
          content += delta.content ?? '';
          reason = finish_reason ?? reason;
          for (const call of delta.tool_calls ?? []) {
            calls[call.index] ??= { name: call.function.name, arguments: '' };
            (calls[call.index] as { arguments: string }).arguments += call.function.arguments;
          }
        }
        answers.push({ content, calls, reason });
      }
      return answers;
    },
    [key, bodies] as const,
  );
  for (const [i, { content, calls, reason }] of streamed.entries()) {
    const [choice] = whole[i]?.body.choices ?? [];
    expect(content).toBe(choice?.message.content ?? '');
    expect(calls).toEqual((choice?.message.tool_calls ?? []).map((c) => c.function));
    expect(reason).toBe(choice?.finish_reason);
  }
});

test('answers written side by side are those written alone, and seeds repeat under load', async ({
  page,
}) => {
  const key = await openPage(page);
  const questions = [
    'What can you do?',
    'Is it private?',
    'How do I transcribe a file?',
    'Hello',
    'What is an API key?',
    'Who made you?',
    'Does it work offline?',
    'Which models are there?',
  ];
  const bodies = [0, 1].flatMap((temperature) =>
    questions.slice(0, times(8, 4)).map((content, seed) => ({
      model: 'alcove-guide',
      messages: [{ role: 'user', content }],
      temperature,
      seed,
      max_tokens: 60,
    })),
  );
  const textsOf = (answers: Answer[]) => answers.map((a) => a.body.choices[0]?.message.content);
  const alone = textsOf(await post(page, key, bodies, 1));
  const together = textsOf(await post(page, key, bodies, 8));
  expect(together).toEqual(alone);
});

test('a schema that cannot be followed is refused by its keyword, and the next request works', async ({
  page,
}) => {
  const key = await openPage(page);
  const bodies = [
    asked({ type: 'array', contains: { type: 'string' } }, 1),
    asked({ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }, 1),
    { ...asked({}, 1), response_format: { type: 'json_object' }, max_tokens: 40 },
  ];
  const [refused, followed, any] = await post(page, key, bodies, 1);
  expect(refused?.status).toBe(400);
  expect(refused?.body.error).toMatchObject({
    code: 'invalid_json_schema',
    param: 'response_format',
  });
  expect(refused?.body.error.message).toContain("'contains'");
  expect(JSON.parse(followed?.body.choices[0]?.message.content ?? '')).toHaveProperty('ok');
  expect(any?.body.choices[0]?.message.content).toMatch(/^\{/);
});
