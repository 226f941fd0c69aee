// What each server must answer through Alcove. A check resolves with a few words for the table, or throws.

const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
};
/** A small model imitates the call before. */
const TOOL_CHAT = [
  { role: 'user', content: 'What is the weather in Paris?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'Sunny, 21 °C' },
  { role: 'assistant', content: 'It is sunny in Paris, at 21 °C.' },
  { role: 'user', content: 'What is the weather in Oslo?' },
];
const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
};

const chat = (model, content, more = {}) => [
  'chat/completions',
  { model, messages: [{ role: 'user', content }], max_tokens: 120, temperature: 0, ...more },
];
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

function require(isTrue, what, found) {
  if (!isTrue) throw new Error(`${what}: ${JSON.stringify(found).slice(0, 400)}`);
}

/** An answer with status 200 from the model that was asked. */
function requireAnswer(found, model) {
  require(found.status === 200 && !found.error, 'not answered', found);
  require(found.servedBy === model, 'answered by another', found.servedBy);
}

export const CHECKS = {
  async chat({ call, model }) {
    const found = await call(...chat(model, 'What is the capital of France?'));
    requireAnswer(found, model);
    const { choices, usage } = found.json;
    require(/Paris/.test(choices[0].message.content), 'no Paris', choices);
    require(usage.prompt_tokens > 5 && usage.completion_tokens > 0, 'no usage', usage);
    return seconds(found.totalMs);
  },

  async streamed({ call, model }) {
    const found = await call(...chat(model, 'Count from 1 to 10.', { stream: true }));
    requireAnswer(found, model);
    require(found.isDone && found.deltas > 10 && /9\D+10/.test(found.text), 'not streamed', found);
    return `${found.deltas} parts, first after ${seconds(found.firstMs)}`;
  },

  async tools({ call, model, direct }) {
    const body = { model, messages: TOOL_CHAT, tools: [WEATHER], max_tokens: 120, temperature: 0 };
    const found = await call('chat/completions', body);
    requireAnswer(found, model);
    const { message, finish_reason: reason } = found.json.choices[0];
    const [made] = message.tool_calls ?? [];
    if (!made) {
      // A small model may not call any: then it must not when it is asked directly either.
      const own = await direct(body);
      require(!own.choices[0].message.tool_calls?.length, 'a call was lost', [own, message]);
      return 'none, nor directly';
    }
    const { city } = JSON.parse(made.function.arguments);
    require(made.function.name === 'get_weather' && city === 'Oslo', 'another call', made);
    require(reason === 'tool_calls', 'another end', reason);
    return `get_weather(${city})`;
  },

  async schema({ call, model }) {
    const json_schema = { name: 'person', strict: true, schema: PERSON };
    const more = { response_format: { type: 'json_schema', json_schema } };
    const found = await call(...chat(model, 'Anna is 31 years old. Who is it?', more));
    requireAnswer(found, model);
    const { name, age } = JSON.parse(found.json.choices[0].message.content);
    require(typeof name === 'string' && Number.isInteger(age), 'not of the schema', [name, age]);
    return `${name}, ${age}`;
  },

  async embeddings({ call, model }) {
    // Whether vectors come in order; what a chat model's say of meaning is its own affair.
    const input = ['A cat sits.', 'A cat sits.', 'The stock market fell by four percent.'];
    const found = await call('embeddings', { model, input });
    requireAnswer(found, model);
    const [a, b, c] = found.json.data.map(({ embedding }) => embedding);
    require(cosine(a, b) > cosine(a, c), 'out of order', [cosine(a, b), cosine(a, c)]);
    return `${a.length} dimensions`;
  },

  async transcription({ call, model, speech }) {
    const form = { file: speech.url, fields: { model, response_format: 'json' } };
    const found = await call('audio/transcriptions', null, form);
    requireAnswer(found, model);
    require(speech.says.test(found.json.text), 'other words', found.json);
    return `"${found.json.text.trim().slice(0, 24)}…"`;
  },
};

function cosine(a, b) {
  const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
