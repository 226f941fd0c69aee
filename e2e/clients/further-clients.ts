import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenAI as LangChainOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI, OpenAIEmbedding } from '@llamaindex/openai';
import {
  embed,
  generateTranscription,
  summarize,
  generateSpeech as tanstackSpeech,
} from '@tanstack/ai';
import {
  createOpenaiEmbedding,
  createOpenaiSpeech,
  createOpenaiSummarize,
  createOpenaiTranscription,
} from '@tanstack/ai-openai';
import { generateObject, generateText, stepCountIs, streamObject, ToolLoopAgent, tool } from 'ai';
import OpenAI, { toFile } from 'openai';
import type { TranscriptionDiarized } from 'openai/resources/audio/transcriptions';
import { OpenAIClient } from 'openai-fetch';
import SambaNova from 'sambanova';
import { z } from 'zod';
import { baseURL, callsWeather, check, type Test } from './check.ts';

const Place = z.object({ city: z.string(), people: z.number().int() });
const openai = (apiKey: string) => new OpenAI({ baseURL, apiKey, dangerouslyAllowBrowser: true });
const user = (content: string) => [{ role: 'user' as const, content }];
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SPEECH = 'scripted-speech';
const SAID = '1.0 seconds of audio';

declare const alcove: { fetch: typeof fetch };

/** Further features of the clients, and clients that few people use. */
export const FURTHER: Record<string, Test> = {
  'openai: transcription as verbose_json, srt, vtt, and of toFile': async ({ key, tone }) => {
    const { transcriptions } = openai(key).audio;
    const file = await toFile(await tone().arrayBuffer(), 'a.wav');
    const base = { model: SPEECH, file };
    const whole = await transcriptions.create({ ...base, response_format: 'verbose_json' });
    const said = whole.segments
      ?.map(({ text }) => text)
      .join('')
      .trim();
    check(whole.duration === 1 && said === SAID, JSON.stringify(whole));
    for (const response_format of ['srt', 'vtt'] as const) {
      const text: string = await transcriptions.create({ ...base, response_format });
      check(text.includes('-->') && text.includes('audio'), text);
    }
  },
  'openai: transcription as diarized_json, whole and streamed': async ({ key, tone }) => {
    const { transcriptions } = openai(key).audio;
    const request = {
      model: SPEECH,
      file: tone(),
      response_format: 'diarized_json' as const,
      chunking_strategy: 'auto' as const,
    };
    // The client's overloads do not name this format: its type for the answer is TranscriptionDiarized.
    const whole = (await transcriptions.create(request)) as TranscriptionDiarized;
    check(whole.text === SAID && whole.duration === 1, JSON.stringify(whole));
    check(whole.task === 'transcribe' && whole.usage?.type === 'duration', JSON.stringify(whole));
    check(whole.segments.length > 0, 'no segments');
    for (const { type, id, start, end, speaker } of whole.segments) {
      check(type === 'transcript.text.segment' && id !== '' && speaker !== '', `${type} ${id}`);
      check(start >= 0 && end > start && end <= whole.duration, `${start} to ${end}`);
    }
    const stream = await transcriptions.create({ ...request, stream: true });
    const segments: string[] = [];
    let done = '';
    for await (const event of stream) {
      if (event.type === 'transcript.text.segment') segments.push(`${event.speaker}:${event.text}`);
      if (event.type === 'transcript.text.done') done = event.text;
    }
    const expected = whole.segments.map(({ speaker, text }) => `${speaker}:${text}`);
    check(segments.join() === expected.join(), `${segments} instead of ${expected}`);
    check(done === SAID, done);
  },
  'openai: translations': async ({ key, tone }) => {
    const { translations } = openai(key).audio;
    const { text } = await translations.create({ model: SPEECH, file: tone() });
    check(text.length > 0, 'no text');
  },
  'openai: image input': async ({ key }) => {
    const image = { type: 'image_url' as const, image_url: { url: PIXEL } };
    const content = [{ type: 'text' as const, text: 'What is it?' }, image];
    const model = 'scripted-vision';
    const messages = [{ role: 'user' as const, content }];
    const reply = await openai(key).chat.completions.create({ model, messages });
    check(reply.choices[0]?.message.content, 'no content');
  },
  'openai: embeddings with dimensions': async ({ key }) => {
    const request = { model: 'alcove-embed', input: 'a', dimensions: 64 };
    const { data } = await openai(key).embeddings.create(request);
    check(data[0]?.embedding.length === 64, `${data[0]?.embedding.length}`);
  },
  'openai: abort': async ({ key }) => {
    const script = { tokens: Array(400).fill('a '), delayMs: 20 };
    const messages = user(`#script ${JSON.stringify(script)}`);
    const request = { model: 'scripted-chat', messages, stream: true as const };
    const stream = await openai(key).chat.completions.create(request);
    let pieces = 0;
    for await (const _ of stream) if (++pieces === 2) stream.controller.abort();
    check(pieces < 300, `${pieces} pieces`);
  },
  'openai: fetch option': async ({ key }) => {
    const { fetch } = alcove;
    const client = new OpenAI({ baseURL, apiKey: key, dangerouslyAllowBrowser: true, fetch });
    const request = { model: 'alcove-guide', messages: user('Hello') };
    check(
      (await client.chat.completions.create(request)).choices[0]?.message.content,
      'no content',
    );
  },
  'openai: completions, whole and streamed': async ({ key }) => {
    const request = { model: 'alcove-guide', prompt: 'Once', max_tokens: 8, echo: true, seed: 7 };
    const whole = await openai(key).completions.create(request);
    let text = '';
    const stream = await openai(key).completions.create({ ...request, stream: true });
    for await (const { choices } of stream) text += choices[0]?.text ?? '';
    check(
      text.length > 0 && text === whole.choices[0]?.text,
      `${text} / ${whole.choices[0]?.text}`,
    );
  },
  'AI SDK openai(): completion': async ({ key }) => {
    const model = createOpenAI({ baseURL, apiKey: key }).completion('alcove-guide');
    const { text } = await generateText({ model, prompt: 'Once', maxOutputTokens: 8 });
    check(typeof text === 'string', 'no text');
  },
  'AI SDK openai-compatible: completionModel': async ({ key }) => {
    const model = sdk(key).completionModel('alcove-guide');
    const { text } = await generateText({ model, prompt: 'Once', maxOutputTokens: 8 });
    check(typeof text === 'string', 'no text');
  },
  'LangChain: OpenAI (completions)': async ({ key }) => {
    const configuration = { baseURL, dangerouslyAllowBrowser: true };
    const model = new LangChainOpenAI({ model: 'alcove-guide', apiKey: key, configuration });
    check(typeof (await model.invoke('Once')) === 'string', 'no text');
  },
  'AI SDK openai-compatible: generateObject and streamObject': async ({ key }) => {
    const model = sdk(key)('scripted-chat');
    Place.parse((await generateObject({ model, prompt: 'A place', schema: Place })).object);
    const streamed = streamObject({ model, prompt: 'A place', schema: Place });
    for await (const _ of streamed.partialObjectStream);
    Place.parse(await streamed.object);
  },
  'AI SDK openai-compatible: ToolLoopAgent': async ({ key }) => {
    const agent = new ToolLoopAgent({
      model: sdk(key)('scripted-chat'),
      stopWhen: stepCountIs(3),
      tools: {
        get_weather: tool({
          description: 'Weather of a city',
          inputSchema: z.object({ city: z.string() }),
          execute: async ({ city }) => `Sunny in ${city}`,
        }),
      },
    });
    const { text } = await agent.generate({ prompt: callsWeather });
    check(text.includes('Sunny in Bern'), text);
  },
  'TanStack AI: transcription': async ({ key, tone }) => {
    const adapter = createOpenaiTranscription('whisper-1', key, tanstackConfig);
    const { text } = await generateTranscription({ adapter, audio: tone() });
    check(typeof text === 'string', 'no text');
  },
  'TanStack AI: speech': async ({ key }) => {
    const model = 'scripted-voice' as 'tts-1';
    const adapter = createOpenaiSpeech(model, key, tanstackConfig);
    const { audio } = await tanstackSpeech({ adapter, text: 'One two three.' });
    check(audio.length > 1_000, 'no sound');
  },
  'TanStack AI: embed': async ({ key }) => {
    const model = 'alcove-embed' as 'text-embedding-3-small';
    const adapter = createOpenaiEmbedding(model, key, tanstackConfig);
    const { embeddings } = await embed({ adapter, input: ['one', 'two'] });
    check(embeddings.length === 2, JSON.stringify(embeddings).slice(0, 80));
  },
  'TanStack AI: summarize': async ({ key }) => {
    const model = 'scripted-chat' as 'gpt-5';
    const adapter = createOpenaiSummarize(model, key, tanstackConfig);
    const { summary } = await summarize({ adapter, text: 'A long text.' });
    check(summary.length > 0, 'no summary');
  },
  'LlamaIndex: tools': async ({ key }) => {
    const { message } = await llama(key, 'scripted-chat').chat({
      messages: user(callsWeather),
      tools: [
        {
          metadata: {
            name: 'get_weather',
            description: 'Weather of a city',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
          },
          call: async () => 'Sunny',
        },
      ],
    });
    check(JSON.stringify(message.options).includes('Bern'), JSON.stringify(message));
  },
  'LlamaIndex: complete': async ({ key }) => {
    const { text } = await llama(key, 'alcove-guide').complete({ prompt: 'Hello' });
    check(text.length > 0, 'no text');
  },
  'LlamaIndex: embeddings': async ({ key }) => {
    const additionalSessionOptions = { dangerouslyAllowBrowser: true };
    const init = { model: 'alcove-embed', apiKey: key, baseURL, additionalSessionOptions };
    const vectors = await new OpenAIEmbedding(init).getTextEmbeddings(['one', 'two']);
    check(vectors.length === 2 && vectors[0]?.length === 256, 'vectors');
  },
  'SambaNova: chat, stream, embeddings, models': async ({ key }) => {
    const client = sambanova(key);
    const request = { model: 'alcove-guide', messages: user('Hello') };
    const whole = await client.chat.completions.create({ ...request, stream: false });
    check(JSON.stringify(whole).includes('"content":"'), 'no content');
    let text = '';
    for await (const piece of await client.chat.completions.create({ ...request, stream: true })) {
      text += JSON.stringify(piece);
    }
    check(text.includes('"delta"'), text);
    const vectors = await client.embeddings.create({ model: 'alcove-embed', input: ['a', 'b'] });
    check(JSON.stringify(vectors).includes('"embedding"'), 'vectors');
    check(JSON.stringify(await client.models.list()).includes('alcove-guide'), 'models');
  },
  'SambaNova: transcriptions, translations': async ({ key, tone }) => {
    const { audio } = sambanova(key);
    const request = { model: SPEECH as 'Whisper-Large-v3', file: tone() };
    check(JSON.stringify(await audio.transcriptions.create(request)).includes(SAID), 'no text');
    check(JSON.stringify(await audio.translations.create(request)).includes('text'), 'no text');
  },
  'SambaNova: completions': async ({ key }) => {
    const request = {
      model: 'alcove-guide',
      prompt: 'Once',
      max_tokens: 8,
      stream: false as const,
    };
    const answer = await sambanova(key).completions.create(request);
    check(JSON.stringify(answer).includes('"text":"'), 'no text');
  },
  'openai-fetch: completions': async ({ key }) => {
    const client = new OpenAIClient({ apiKey: key, baseUrl: baseURL });
    const model = 'alcove-guide' as 'gpt-3.5-turbo-instruct';
    const { choices } = await client.createCompletions({ model, prompt: 'Once', max_tokens: 8 });
    check(typeof choices[0]?.text === 'string', 'no text');
  },
  'openai-fetch: chat, stream, embeddings': async ({ key }) => {
    const client = new OpenAIClient({ apiKey: key, baseUrl: baseURL });
    const request = { model: 'alcove-guide', messages: user('Hello') };
    const whole = await client.createChatCompletion(request);
    check(whole.choices[0]?.message.content, 'no content');
    let pieces = 0;
    for await (const _ of await client.streamChatCompletion(request)) pieces++;
    check(pieces > 2, `${pieces} pieces`);
    const vectors = await client.createEmbeddings({ model: 'alcove-embed', input: ['a', 'b'] });
    check(vectors.data.length === 2, 'vectors');
  },
};

const tanstackConfig = { baseURL, dangerouslyAllowBrowser: true };

const sambanova = (apiKey: string) => new SambaNova({ baseURL, apiKey });

function sdk(apiKey: string) {
  const settings = { name: 'alcove', baseURL, apiKey, supportsStructuredOutputs: true };
  return createOpenAICompatible(settings);
}

function llama(apiKey: string, model: string) {
  const additionalSessionOptions = { dangerouslyAllowBrowser: true };
  return new LlamaOpenAI({ model, apiKey, baseURL, additionalSessionOptions });
}
