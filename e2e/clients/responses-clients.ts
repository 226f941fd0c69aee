import { createOpenAI } from '@ai-sdk/openai';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAIResponses } from '@llamaindex/openai';
import {
  Agent,
  tool as agentTool,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
} from '@openai/agents';
import { chat, toolDefinition } from '@tanstack/ai';
import { createOpenaiChat } from '@tanstack/ai-openai';
import { generateText, Output } from 'ai';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { checkText, checkTools } from './ai-sdk-checks.ts';
import { baseURL, callsWeather, check, type Test } from './check.ts';

const Place = z.object({ city: z.string(), people: z.number().int() });
const City = z.object({ city: z.string() });
const openai = (apiKey: string) => new OpenAI({ baseURL, apiKey, dangerouslyAllowBrowser: true });

/** The path that each library takes by default: POST /v1/responses. */
export const RESPONSES: Record<string, Test> = {
  'openai: responses.create, retrieve, delete': async ({ key }) => {
    const { responses } = openai(key);
    const first = await responses.create({ model: 'alcove-guide', input: 'Hello' });
    check(first.output_text.length > 0 && (first.usage?.total_tokens ?? 0) > 0, 'no text');
    const stored = await responses.retrieve(first.id);
    check(stored.output_text === first.output_text, 'the stored response differs');
    await responses.delete(first.id);
    const gone = await responses.retrieve(first.id).catch((error: unknown) => error);
    check(gone instanceof OpenAI.NotFoundError, String(gone));
  },
  'openai: responses.create with previous_response_id': async ({ key }) => {
    const { responses } = openai(key);
    const first = await responses.create({ model: 'scripted-chat', input: 'first' });
    const input = 'second';
    const next = { model: 'scripted-chat', input, previous_response_id: first.id };
    check((await responses.create(next)).output_text.includes('second'), 'not continued');
  },
  'openai: responses.stream': async ({ key }) => {
    const input = 'one two three';
    const stream = openai(key).responses.stream({ model: 'scripted-chat', input });
    let text = '';
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    const final = await stream.finalResponse();
    check(text.length > 0 && final.output_text === text, `${text} / ${final.output_text}`);
    check(final.status === 'completed', String(final.status));
  },
  'openai: responses.parse': async ({ key }) => {
    const { output_parsed } = await openai(key).responses.parse({
      model: 'scripted-chat',
      input: 'A place',
      text: { format: zodTextFormat(Place, 'place') },
    });
    Place.parse(output_parsed);
  },
  'openai: responses.create with tools': async ({ key }) => {
    const { responses } = openai(key);
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = [{ type: 'function' as const, name: 'get_weather', parameters, strict: false }];
    const model = 'scripted-chat';
    const first = await responses.create({ model, input: callsWeather, tools });
    const [call] = first.output;
    check(call?.type === 'function_call' && call.arguments === '{"city":"Bern"}', 'arguments');
    const output = {
      type: 'function_call_output' as const,
      call_id: call.call_id,
      output: 'Sunny',
    };
    const next = { model, input: [output], tools, previous_response_id: first.id };
    check((await responses.create(next)).output_text === 'Sunny', 'no answer');
  },
  'AI SDK openai(): generateText': ({ key }) => checkText(sdk(key)('alcove-guide')),
  'AI SDK openai(): streamText with tools': ({ key }) => checkTools(sdk(key)('scripted-chat')),
  'AI SDK openai(): Output.object': async ({ key }) => {
    const model = sdk(key)('scripted-chat');
    const output = Output.object({ schema: Place });
    Place.parse((await generateText({ model, prompt: 'A place', output })).output);
  },
  '@openai/agents: run with a tool': async ({ key }) => {
    const { agent, asked } = weatherAgent();
    const { finalOutput } = await runner(key).run(agent, callsWeather);
    check(asked.join() === 'Bern' && finalOutput === 'Sunny', `${asked} ${finalOutput}`);
  },
  '@openai/agents: stream with a tool': async ({ key }) => {
    const { agent, asked } = weatherAgent();
    const result = await runner(key).run(agent, callsWeather, { stream: true });
    let text = '';
    for await (const piece of result.toTextStream()) text += piece;
    await result.completed;
    check(asked.join() === 'Bern' && text === 'Sunny', `${asked} ${text}`);
  },
  '@openai/agents: handoff': async ({ key }) => {
    const other = new Agent({ name: 'Other', model: 'scripted-chat' });
    const agent = Agent.create({ name: 'First', model: 'scripted-chat', handoffs: [other] });
    const calls = { tool_calls: [{ name: 'transfer_to_Other', arguments: {} }] };
    const { lastAgent } = await runner(key).run(agent, `#script ${JSON.stringify(calls)}`);
    check(lastAgent?.name === 'Other', String(lastAgent?.name));
  },
  '@openai/agents: outputType': async ({ key }) => {
    const agent = new Agent({ name: 'Places', model: 'scripted-chat', outputType: Place });
    Place.parse((await runner(key).run(agent, 'A place')).finalOutput);
  },
  'TanStack AI: chat with a tool': async ({ key }) => {
    let asked = '';
    const weather = toolDefinition({
      name: 'get_weather',
      description: 'Weather of a city',
      inputSchema: City,
    }).server(async ({ city }) => {
      asked = city;
      return 'Sunny';
    });
    const messages = [{ role: 'user' as const, content: callsWeather }];
    let text = '';
    for await (const event of chat({ adapter: tanstack(key), messages, tools: [weather] })) {
      if (event.type === 'TEXT_MESSAGE_CONTENT') text += event.delta;
      if (event.type === 'RUN_ERROR') throw new Error(JSON.stringify(event));
    }
    check(asked === 'Bern' && text === 'Sunny', `${asked} ${text}`);
  },
  'TanStack AI: outputSchema': async ({ key }) => {
    const messages = [{ role: 'user' as const, content: 'A place' }];
    Place.parse(await chat({ adapter: tanstack(key), messages, outputSchema: Place }));
  },
  'LlamaIndex: OpenAIResponses': async ({ key }) => {
    const additionalSessionOptions = { dangerouslyAllowBrowser: true };
    const model = new OpenAIResponses({
      model: 'alcove-guide',
      apiKey: key,
      baseURL,
      additionalSessionOptions,
    });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const { message } = await model.chat({ messages });
    let text = '';
    for await (const { delta } of await model.chat({ messages, stream: true })) text += delta;
    check(String(message.content).length > 0 && text.length > 0, `${message.content} / ${text}`);
  },
  'LangChain: useResponsesApi, invoke and stream': async ({ key }) => {
    const model = langchain(key, 'alcove-guide');
    const whole = await model.invoke('Hello');
    let text = '';
    for await (const chunk of await model.stream('Hello')) text += chunk.text;
    check(whole.text.length > 0 && text === whole.text, `${text} / ${whole.text}`);
  },
  'LangChain: useResponsesApi, bindTools': async ({ key }) => {
    const name = 'get_weather';
    const weather = langchainTool(async () => 'Sunny', {
      name,
      description: 'Weather of a city',
      schema: City,
    });
    const reply = await langchain(key, 'scripted-chat').bindTools([weather]).invoke(callsWeather);
    check(reply.tool_calls?.[0]?.args['city'] === 'Bern', JSON.stringify(reply.tool_calls));
  },
  'LangChain: useResponsesApi, withStructuredOutput': async ({ key }) => {
    const method = 'jsonSchema';
    const model = langchain(key, 'scripted-chat').withStructuredOutput(Place, { method });
    Place.parse(await model.invoke('A place'));
  },
};

const sdk = (apiKey: string) => createOpenAI({ baseURL, apiKey });

const tanstack = (apiKey: string) =>
  createOpenaiChat('scripted-chat' as 'gpt-5', apiKey, { baseURL, dangerouslyAllowBrowser: true });

function langchain(apiKey: string, model: string) {
  const configuration = { baseURL, dangerouslyAllowBrowser: true };
  return new ChatOpenAI({ model, apiKey, temperature: 0, configuration, useResponsesApi: true });
}

function runner(apiKey: string): Runner {
  setTracingDisabled(true);
  const modelProvider = new OpenAIProvider({ openAIClient: openai(apiKey), useResponses: true });
  return new Runner({ modelProvider });
}

function weatherAgent() {
  const asked: string[] = [];
  const weather = agentTool({
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: City,
    execute: async ({ city }) => {
      asked.push(city);
      return 'Sunny';
    },
  });
  return { agent: new Agent({ name: 'Weather', model: 'scripted-chat', tools: [weather] }), asked };
}
