import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { embedMany, generateText, Output } from 'ai';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { checkText, checkTools } from './ai-sdk-checks.ts';
import { baseURL, callsWeather, check, script, type Test } from './check.ts';

const Place = z.object({ city: z.string(), people: z.number().int() });
const openai = (apiKey: string) => new OpenAI({ baseURL, apiKey, dangerouslyAllowBrowser: true });
const user = (content: string) => [{ role: 'user' as const, content }];

/** A PDF of one page with a line of text. */
function makePdf(text: string): string {
  const stream = `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Readers find the objects without a table of their places, too.
  return `%PDF-1.4\n${body}trailer << /Size 6 /Root 1 0 R >>\n%%EOF\n`;
}

export const STOCK: Record<string, Test> = {
  'openai: chat.completions.create': async ({ key }) => {
    const model = 'alcove-guide';
    const reply = await openai(key).chat.completions.create({ model, messages: user('Hello') });
    check(reply.choices[0]?.message.content, 'no content');
    check((reply.usage?.total_tokens ?? 0) > 0, 'no usage');
  },
  'openai: chat.completions.stream': async ({ key }) => {
    const model = 'alcove-guide';
    const stream = openai(key).chat.completions.stream({ model, messages: user('Hello') });
    const final = await stream.finalChatCompletion();
    check(final.choices[0]?.message.content, 'no content');
    check(final.choices[0].finish_reason === 'stop', 'no finish');
  },
  'openai: chat.completions.parse': async ({ key }) => {
    const reply = await openai(key).chat.completions.parse({
      model: 'scripted-chat',
      messages: user('A place'),
      response_format: zodResponseFormat(Place, 'place'),
    });
    Place.parse(reply.choices[0]?.message.parsed);
  },
  'openai: runTools': async ({ key }) => {
    let asked = '';
    const runner = openai(key).chat.completions.runTools({
      model: 'scripted-chat',
      messages: user(callsWeather),
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Weather of a city',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => {
              asked = city;
              return 'Sunny';
            },
          },
        },
      ],
    });
    const content = await runner.finalContent();
    check(asked === 'Bern' && content === 'Sunny', `${asked} ${content}`);
  },
  'openai: streamed tool calls': async ({ key }) => {
    const stream = openai(key).chat.completions.stream({
      model: 'scripted-chat',
      messages: user(callsWeather),
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: {} } }],
    });
    const final = await stream.finalChatCompletion();
    const call = final.choices[0]?.message.tool_calls?.[0];
    check(call?.type === 'function' && call.function.arguments === '{"city":"Bern"}', 'arguments');
  },
  'openai: embeddings.create': async ({ key }) => {
    const input = ['one', 'two', 'three'];
    const { data } = await openai(key).embeddings.create({ model: 'alcove-embed', input });
    check(data.length === 3 && data.every((d, i) => d.index === i), 'order');
    check(
      data.every((d) => Math.abs(Math.hypot(...d.embedding) - 1) < 1e-4),
      'length',
    );
    const floats = await openai(key).embeddings.create({
      model: 'alcove-embed',
      input,
      encoding_format: 'float',
    });
    const same = floats.data[1]?.embedding.every(
      (x, i) => Math.abs(x - (data[1]?.embedding[i] ?? 9)) < 1e-6,
    );
    check(same, 'base64 and float differ');
  },
  'openai: audio.transcriptions': async ({ key, tone }) => {
    const file = tone();
    const model = 'scripted-speech';
    const { transcriptions } = openai(key).audio;
    const json = await transcriptions.create({ model, file });
    check(json.text === '1.0 seconds of audio', json.text);
    const text = await transcriptions.create({ model, file, response_format: 'text' });
    check(String(text) === '1.0 seconds of audio', String(text));
    const stream = await transcriptions.create({ model, file, stream: true });
    let joined = '';
    for await (const event of stream) {
      if (event.type === 'transcript.text.delta') joined += event.delta;
      if (event.type === 'transcript.text.done') check(event.text === joined, event.text);
    }
    check(joined === '1.0 seconds of audio', joined);
  },
  'openai: audio.speech': async ({ key }) => {
    const { speech } = openai(key).audio;
    const body = { model: 'scripted-voice', voice: 'alloy', input: 'One two three.' };
    const whole = await speech.create(body);
    const mp3 = new Uint8Array(await whole.arrayBuffer());
    check(whole.headers.get('content-type') === 'audio/mpeg' && mp3.length > 1_000, 'no MP3');
    const wav = await (await speech.create({ ...body, response_format: 'wav' })).arrayBuffer();
    const { duration } = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(wav);
    check(Math.abs(duration - 0.3) < 0.01, `${duration} s`);
    const stream = { ...body, response_format: 'pcm', stream_format: 'sse' } as const;
    const events = (await (await speech.create(stream)).text())
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)) as { type: string; audio?: string });
    const bytes = events.map(({ audio }) => atob(audio ?? '').length);
    check(bytes.reduce((sum, n) => sum + n, 0) === 0.3 * 24_000 * 2, bytes.join());
    check(events.at(-1)?.type === 'speech.audio.done', 'no end');
  },
  'openai: files and batches': async ({ key }) => {
    const { files, batches } = openai(key);
    const url = '/v1/embeddings';
    const requests = ['one', 'two', 'three'].map((input, i) =>
      JSON.stringify({
        custom_id: `${i}`,
        method: 'POST',
        url,
        body: { model: 'alcove-embed', input },
      }),
    );
    const file = new File([requests.join('\n')], 'requests.jsonl');
    const { id } = await files.create({ file, purpose: 'batch' });
    let batch = await batches.create({
      input_file_id: id,
      endpoint: url,
      completion_window: '24h',
    });
    while (!/completed|failed/.test(batch.status)) batch = await batches.retrieve(batch.id);
    check(batch.request_counts?.completed === 3, JSON.stringify(batch));
    const text = await (await files.content(batch.output_file_id ?? '')).text();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    check(lines.map((line) => line.custom_id).join() === '0,1,2', text.slice(0, 200));
    check(lines[2].response.body.data[0].embedding.length === 256, 'vectors');
    const listed: string[] = [];
    for await (const one of files.list({ limit: 1 })) listed.push(one.id);
    check(listed.includes(id) && listed.includes(batch.output_file_id ?? ''), listed.join());
    check((await batches.list()).data[0]?.id === batch.id, 'no batch in the list');
    check((await files.delete(id)).deleted, 'not deleted');
  },
  'openai: vector stores': async ({ key }) => {
    const { files, responses, vectorStores } = openai(key);
    const rules = 'The laundry room is open on Fridays. Bicycles are stored in the yard.';
    const file = new File([rules], 'rules.txt');
    const store = await vectorStores.create({ name: 'House' });
    const added = await vectorStores.files.uploadAndPoll(store.id, file);
    check(added.status === 'completed', JSON.stringify(added));
    // A page of a PDF, read in the worker that reads the documents of chats.
    const pdf = new File([makePdf('The rent is due on the third day of each month.')], 'lease.pdf');
    const { id } = await files.create({ file: pdf, purpose: 'assistants' });
    const batch = await vectorStores.fileBatches.createAndPoll(store.id, {
      files: [{ file_id: id, attributes: { year: 2026 } }],
    });
    check(batch.file_counts.completed === 1, JSON.stringify(batch));
    const query = 'When do I pay the rent?';
    const found = await vectorStores.search(store.id, { query, max_num_results: 1 });
    check(found.data[0]?.filename === 'lease.pdf', JSON.stringify(found.data));
    const filters = { type: 'lt', key: 'year', value: 2026 } as const;
    check((await vectorStores.search(store.id, { query, filters })).data.length === 0, 'filter');
    const answer = await responses.create({
      model: 'alcove-guide',
      input: query,
      tools: [{ type: 'file_search', vector_store_ids: [store.id] }],
      include: ['file_search_call.results'],
    });
    const [call] = answer.output;
    check(call?.type === 'file_search_call' && call.results?.[0]?.file_id === id, 'no search');
    const ids: string[] = [];
    for await (const one of vectorStores.list({ limit: 1 })) ids.push(one.id);
    check(ids.includes(store.id), ids.join());
    check((await vectorStores.delete(store.id)).deleted, 'not deleted');
  },
  'openai: models': async ({ key }) => {
    const ids: string[] = [];
    for await (const model of openai(key).models.list()) ids.push(model.id);
    check(ids.includes('alcove-guide'), ids.join());
    const one = await openai(key).models.retrieve('openai/alcove-guide');
    check(one.id === 'alcove-guide', one.id);
    const missing = await openai(key)
      .models.retrieve('a/b')
      .catch((e: unknown) => e);
    check(missing instanceof OpenAI.NotFoundError && missing.code === 'model_not_found', 'no 404');
  },
  'openai: errors': async ({ key }) => {
    const body = { model: 'alcove-guide', messages: user('x'), temperature: 2 };
    const error = await openai(key)
      .chat.completions.create(body)
      .catch((e: unknown) => e);
    check(error instanceof OpenAI.BadRequestError, String(error));
    check(error.code === 'decimal_above_max_value' && error.param === 'temperature', 'code, param');
    check(error.requestID, 'request id');
    const failing = {
      model: 'scripted-chat',
      messages: user(script({ tokens: ['a', 'b'], failAfter: 1 })),
    };
    const late = await (async () => {
      const stream = await openai(key).chat.completions.create({ ...failing, stream: true });
      for await (const _ of stream);
    })().catch((e: unknown) => e);
    check(late instanceof OpenAI.APIError, String(late));
  },
  'AI SDK openai-compatible: generateText': ({ key }) => checkText(sdk(key)('alcove-guide')),
  'AI SDK openai-compatible: streamText with tools': ({ key }) =>
    checkTools(sdk(key)('scripted-chat')),
  'AI SDK openai-compatible: Output.object': async ({ key }) => {
    const { output } = await generateText({
      model: sdk(key, true)('scripted-chat'),
      prompt: 'A place',
      output: Output.object({ schema: Place }),
    });
    Place.parse(output);
  },
  'AI SDK openai-compatible: embedMany': async ({ key }) => {
    const model = sdk(key).embeddingModel('alcove-embed');
    const { embeddings } = await embedMany({ model, values: ['one', 'two'] });
    check(embeddings.length === 2 && embeddings[0]?.length === 256, 'vectors');
  },
  'AI SDK openai-compatible: over alcove.fetch, without the service worker': async ({ key }) => {
    const settings = { baseURL, apiKey: key, fetch: alcove.fetch, supportsStructuredOutputs: true };
    const provider = createOpenAICompatible({ name: 'alcove', ...settings });
    await checkText(provider('alcove-guide'));
    const { embeddings } = await embedMany({
      model: provider.embeddingModel('alcove-embed'),
      values: ['one', 'two'],
    });
    check(embeddings.length === 2, 'vectors');
  },
  'LangChain: invoke and stream': async ({ key }) => {
    const model = langchain(key, 'alcove-guide');
    const whole = await model.invoke('Hello');
    check(String(whole.content).length > 0, 'no content');
    let text = '';
    for await (const chunk of await model.stream('Hello')) text += chunk.content;
    check(text === whole.content, text);
  },
  'LangChain: bindTools': async ({ key }) => {
    const weather = langchainTool(async () => 'Sunny', {
      name: 'get_weather',
      description: 'Weather of a city',
      schema: z.object({ city: z.string() }),
    });
    const reply = await langchain(key, 'scripted-chat').bindTools([weather]).invoke(callsWeather);
    check(reply.tool_calls?.[0]?.args['city'] === 'Bern', JSON.stringify(reply.tool_calls));
  },
  'LangChain: withStructuredOutput': async ({ key }) => {
    const model = langchain(key, 'scripted-chat').withStructuredOutput(Place, {
      method: 'jsonSchema',
    });
    Place.parse(await model.invoke('A place'));
  },
  'LangChain: OpenAIEmbeddings': async ({ key }) => {
    const embeddings = new OpenAIEmbeddings({
      model: 'alcove-embed',
      apiKey: key,
      configuration: { baseURL, dangerouslyAllowBrowser: true },
    });
    const vectors = await embeddings.embedDocuments(['one', 'two']);
    check(vectors.length === 2 && vectors[0]?.length === 256, 'vectors');
  },
};

function sdk(apiKey: string, supportsStructuredOutputs = false) {
  return createOpenAICompatible({ name: 'alcove', baseURL, apiKey, supportsStructuredOutputs });
}

function langchain(apiKey: string, model: string) {
  const configuration = { baseURL, dangerouslyAllowBrowser: true };
  return new ChatOpenAI({ model, apiKey, temperature: 0, configuration });
}
