// node node-clients.mjs <origin>: stock clients as a program outside the browser uses them.
import { readFile } from 'node:fs/promises';
import Anthropic from '@anthropic-ai/sdk';
import { Agent, run, setDefaultOpenAIClient, setTracingDisabled, tool } from '@openai/agents';
import OpenAI, { toFile } from 'openai';
import { z } from 'zod';

const origin = process.argv[2];
const apiKey = process.env.ALCOVE_API_KEY;
const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey });
const anthropic = new Anthropic({ baseURL: origin, apiKey });
const model = 'alcove-guide';
const ask = [{ role: 'user', content: 'What can you do?' }];
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

const CHECKS = {
  async 'Anthropic: message'() {
    const message = await anthropic.messages.create({ model, max_tokens: 100, messages: ask });
    return message.content[0].text;
  },
  async 'Anthropic: stream'() {
    const stream = anthropic.messages.stream({ model, max_tokens: 100, messages: ask });
    return (await stream.finalMessage()).content[0].text;
  },
  async 'Anthropic: tool'() {
    const message = await anthropic.messages.create({
      model,
      max_tokens: 100,
      messages: ask,
      tools: [{ name: 'get_weather', input_schema: parameters }],
      tool_choice: { type: 'tool', name: 'get_weather' },
    });
    return message.content.find(({ type }) => type === 'tool_use')?.name;
  },
  async 'Anthropic: count_tokens'() {
    return (
      (await anthropic.messages.countTokens({ model, messages: ask })).input_tokens > 0 && 'ok'
    );
  },
  async 'Anthropic: error'() {
    const error = await anthropic.messages
      .create({ model: 'unknown', max_tokens: 1, messages: ask })
      .catch((reason) => reason);
    return error instanceof Anthropic.NotFoundError && error.message;
  },
  async 'openai: responses, streamed'() {
    let text = '';
    for await (const event of await openai.responses.create({
      model,
      input: 'Hello',
      stream: true,
    })) {
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    return text;
  },
  async 'openai: JSON schema'() {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    const json_schema = { name: 'count', strict: true, schema };
    const response_format = { type: 'json_schema', json_schema };
    const { choices } = await openai.chat.completions.create({
      model,
      messages: ask,
      response_format,
    });
    return Number.isInteger(JSON.parse(choices[0].message.content).n) && 'ok';
  },
  async 'openai: embeddings'() {
    const { data } = await openai.embeddings.create({ model: 'alcove-embed', input: ['a', 'b'] });
    return data.length === 2 && data[0].embedding.length > 0 && 'ok';
  },
  async 'openai: transcription'() {
    const file = await toFile(await readFile('../data/jackson.wav'), 'jackson.wav');
    return (await openai.audio.transcriptions.create({ model: 'alcove-whisper', file })).text;
  },
  async '@openai/agents: tool'() {
    setTracingDisabled(true);
    setDefaultOpenAIClient(openai);
    let city = '';
    const weather = tool({
      name: 'get_weather',
      description: 'Weather of a city',
      parameters: z.object({ city: z.enum(['Bern', 'Basel']) }),
      execute: async (input) => {
        city = input.city;
        return 'Sunny';
      },
    });
    const agent = new Agent({
      name: 'Weather',
      model,
      tools: [weather],
      modelSettings: { toolChoice: 'get_weather' },
      toolUseBehavior: 'stop_on_first_tool',
    });
    const { finalOutput } = await run(agent, 'What is the weather in Bern?');
    return city.length > 0 && finalOutput;
  },
};

let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const outcome = await check().catch((error) => ({ error }));
  const isGood = typeof outcome === 'string' && outcome.length > 0;
  if (!isGood) failed++;
  const why = isGood ? '' : `: ${outcome?.error ?? outcome}`;
  process.stdout.write(`${isGood ? '✓' : '✗'} ${name}${why}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;
