import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import {
  Agent,
  tool as agentTool,
  run,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTracingDisabled,
} from '@openai/agents';
import { chat, toolDefinition } from '@tanstack/ai';
import { OpenAIChatCompletionsTextAdapter } from '@tanstack/ai-openai';
import { generateSpeech, transcribe } from 'ai';
import OpenAI from 'openai';
import { z } from 'zod';
import { checkText, checkTools } from './ai-sdk-checks.ts';
import { baseURL, callsWeather, check, type Test } from './check.ts';

const anthropic = (apiKey: string) =>
  new Anthropic({ baseURL: location.origin, apiKey, dangerouslyAllowBrowser: true });
const sdk = (apiKey: string) => createOpenAI({ baseURL, apiKey });
const anthropicSdk = (apiKey: string) => createAnthropic({ baseURL, apiKey });

/** The clients people copy from the documentation of each library. */
export const MORE: Record<string, Test> = {
  'Anthropic: messages.create': async ({ key }) => {
    const { content } = await anthropic(key).messages.create({
      model: 'alcove-guide',
      max_tokens: 1024,
      messages: [{ role: 'user', content: 'How do I transcribe a file?' }],
    });
    check(content[0]?.type === 'text' && content[0].text.length > 0, 'no text');
  },
  'Anthropic: messages.stream with a tool': async ({ key }) => {
    const stream = anthropic(key).messages.stream({
      model: 'scripted-chat',
      max_tokens: 1024,
      tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: callsWeather }],
    });
    const { content, stop_reason } = await stream.finalMessage();
    const call = content.find((block) => block.type === 'tool_use');
    check(stop_reason === 'tool_use', `${stop_reason}`);
    check(JSON.stringify(call?.input) === '{"city":"Bern"}', JSON.stringify(content));
  },
  'AI SDK anthropic(): generateText': ({ key }) => checkText(anthropicSdk(key)('alcove-guide')),
  'AI SDK anthropic(): streamText with tools': ({ key }) =>
    checkTools(anthropicSdk(key)('scripted-chat')),
  'AI SDK openai(): .chat': ({ key }) => checkText(sdk(key).chat('alcove-guide')),
  'AI SDK openai(): .chat with tools': ({ key }) => checkTools(sdk(key).chat('scripted-chat')),
  "AI SDK openai(): transcription('whisper-1')": async ({ key, tone }) => {
    const audio = new Uint8Array(await tone().arrayBuffer());
    const model = sdk(key).transcription('whisper-1');
    const { durationInSeconds } = await transcribe({ model, audio }).catch((error: unknown) => {
      // A tone has no words in it, which the SDK reports as an error after it has read the answer.
      if (error instanceof Error && error.name === 'AI_NoTranscriptGeneratedError') {
        return { durationInSeconds: 1 };
      }
      throw error;
    });
    check(durationInSeconds === 1, `${durationInSeconds} s`);
  },
  'AI SDK openai(): speech': async ({ key }) => {
    const model = sdk(key).speech('scripted-voice');
    const { audio } = await generateSpeech({ model, text: 'One two three.', maxRetries: 0 });
    check(audio.mediaType === 'audio/mp3' || audio.mediaType === 'audio/mpeg', audio.mediaType);
    check(audio.uint8Array.length > 1_000, 'no sound');
  },
  '@openai/agents: with chat completions': async ({ key }) => {
    setTracingDisabled(true);
    setDefaultOpenAIClient(new OpenAI({ baseURL, apiKey: key, dangerouslyAllowBrowser: true }));
    setOpenAIAPI('chat_completions');
    let asked = '';
    const agent = new Agent({
      name: 'Weather',
      model: 'scripted-chat',
      tools: [
        agentTool({
          name: 'get_weather',
          description: 'Weather of a city',
          parameters: z.object({ city: z.string() }),
          execute: async ({ city }) => {
            asked = city;
            return 'Sunny';
          },
        }),
      ],
    });
    const { finalOutput } = await run(agent, callsWeather);
    check(asked === 'Bern' && finalOutput === 'Sunny', `${asked} ${finalOutput}`);
  },
  'TanStack AI: with chat completions': async ({ key }) => {
    let asked = '';
    const weather = toolDefinition({
      name: 'get_weather',
      description: 'Weather of a city',
      inputSchema: z.object({ city: z.string() }),
    }).server(async ({ city }) => {
      asked = city;
      return 'Sunny';
    });
    const config = { baseURL, apiKey: key, dangerouslyAllowBrowser: true };
    const adapter = new OpenAIChatCompletionsTextAdapter(config, 'scripted-chat' as 'gpt-4o-mini');
    const messages = [{ role: 'user' as const, content: callsWeather }];
    let text = '';
    for await (const event of chat({ adapter, messages, tools: [weather] })) {
      if (event.type === 'TEXT_MESSAGE_CONTENT') text += event.delta;
      if (event.type === 'RUN_ERROR') throw new Error(JSON.stringify(event));
    }
    check(asked === 'Bern' && text === 'Sunny', `${asked} ${text}`);
  },
  'LlamaIndex: chat and stream': async ({ key }) => {
    const model = new LlamaOpenAI({
      model: 'alcove-guide',
      apiKey: key,
      baseURL,
      additionalSessionOptions: { dangerouslyAllowBrowser: true },
    });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const { message } = await model.chat({ messages });
    let text = '';
    for await (const { delta } of await model.chat({ messages, stream: true })) text += delta;
    check(String(message.content).length > 0 && text.length > 0, `${message.content} / ${text}`);
  },
};
