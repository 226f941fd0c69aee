import { appPath } from '#contract/app-path.ts';
import { type Endpoint, namesModel, takesFile } from '#contract/endpoints/endpoint.ts';
import { SERVICE_ROOT } from '#contract/paths.ts';

export type CodeForm = 'javascript' | 'ai-sdk' | 'python' | 'curl' | 'fetch';

/** The forms of code for an endpoint, the client library of its API first. */
export function codeForms({ dialect }: Endpoint): { id: CodeForm; name: string }[] {
  const isAnthropic = dialect === 'anthropic';
  return [
    { id: 'javascript', name: isAnthropic ? '@anthropic-ai/sdk' : 'openai (JavaScript)' },
    { id: 'ai-sdk', name: 'AI SDK' },
    { id: 'python', name: isAnthropic ? 'anthropic (Python)' : 'openai (Python)' },
    { id: 'curl', name: 'curl' },
    { id: 'fetch', name: 'fetch' },
  ];
}

interface CodeRequest {
  endpoint: Endpoint;
  model: string;
  /** JSON of the body without the model; values that are not JSON are left out. */
  body: string;
  fileName: string;
}

type Fields = Record<string, unknown>;

/** Code that makes a request. */
export function writeCode(
  form: CodeForm,
  { endpoint, model, body, fileName }: CodeRequest,
): string {
  const fields: Fields = { ...(namesModel(endpoint) && { model }), ...readFields(body) };
  switch (form) {
    case 'javascript':
      return javascript(endpoint, fields, fileName);
    case 'ai-sdk':
      return aiSdk(endpoint, fields, fileName);
    case 'python':
      return python(endpoint, fields, fileName);
    case 'curl':
      return curl(endpoint, fields, fileName);
    case 'fetch':
      return plainFetch(endpoint, fields, fileName);
  }
}

function readFields(body: string): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}

/** Split, so that tools do not read it as an import of this file. */
const FROM = 'from';
const indent = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);
const json = (value: unknown, by = 0) => indent(JSON.stringify(value, null, 2), by);

/** Creates a key once: each page load would create another, and 25 are the limit. */
const GET_KEY = `const getKey = async () =>
  (localStorage.myAppKey ??= await globalThis.alcove.createApiKey('my app'));
`;

/** Where clients with a base address find it. */
const pathOf = ({ path }: Endpoint) => path.slice(SERVICE_ROOT.length);

interface Library {
  module: string;
  name: string;
  /** The client's base address after the origin. */
  base: string;
  /** The expression for the text of a streamed chunk, in JavaScript and in Python. */
  piece: { javascript: string; python: string };
}

/** The library whose API the endpoint has, and how the pieces of its streams are read. */
function libraryOf({ name, dialect }: Endpoint): Library {
  if (dialect === 'anthropic') {
    return {
      module: '@anthropic-ai/sdk',
      name: 'Anthropic',
      base: appPath('/').slice(0, -1),
      piece: {
        javascript: "if (piece.type === 'content_block_delta') console.log(piece.delta);",
        python: 'if piece.type == "content_block_delta":\n        print(piece.delta)',
      },
    };
  }
  const pieces: Record<string, Library['piece']> = {
    responses: {
      javascript: "if (piece.type === 'response.output_text.delta') console.log(piece.delta);",
      python: 'if piece.type == "response.output_text.delta":\n        print(piece.delta, end="")',
    },
    completions: {
      javascript: 'console.log(piece.choices[0]?.text);',
      python: 'print(piece.choices[0].text if piece.choices else "", end="")',
    },
    chat: {
      javascript: 'console.log(piece.choices[0]?.delta.content);',
      python: 'print(piece.choices[0].delta.content if piece.choices else "", end="")',
    },
  };
  const other = { javascript: 'console.log(piece);', python: 'print(piece)' };
  const piece = pieces[name] ?? other;
  return { module: 'openai', name: 'OpenAI', base: appPath(SERVICE_ROOT), piece };
}

function javascript(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const { module, name, base, piece } = libraryOf(endpoint);
  const head = `import ${name} ${FROM} '${module}';

${GET_KEY}const client = new ${name}({
  baseURL: location.origin${base ? ` + '${base}'` : ''},
  apiKey: await getKey(),
  dangerouslyAllowBrowser: true, // the key never leaves this browser
});
`;
  if (endpoint.clientMethod === null) {
    return `${head}\nconst answer = await client.post('${pathOf(endpoint)}', { body: ${json(fields)} });\nconsole.log(answer);\n`;
  }
  const file = takesFile(endpoint) ? `file, // a File, such as ${fileName}\n  ` : '';
  const inner = json(fields).slice(1, -1).trim();
  const call = `await client.${endpoint.clientMethod}({\n  ${file}${inner}\n})`;
  if (fields['stream'] === true) {
    return `${head}\nconst stream = ${call};\nfor await (const piece of stream) {\n  ${piece.javascript}\n}\n`;
  }
  const isRaw = endpoint.response.hasAudio;
  const use = givesSound(endpoint, fields)
    ? playSound('answer')
    : `console.log(${isRaw ? 'await answer.text()' : 'answer'});\n`;
  return `${head}\nconst answer = ${call};\n${use}`;
}

/** Whether the answer is sound, and not a stream of events with sound in them. */
const givesSound = ({ response }: Endpoint, fields: Fields) =>
  response.hasAudio === true && fields['stream_format'] !== 'sse';
const playSound = (answer: string) =>
  `const sound = await ${answer}.blob();\nawait new Audio(URL.createObjectURL(sound)).play();\n`;
const soundFile = (fields: Fields) => `speech.${String(fields['response_format'] ?? 'mp3')}`;

function aiSdk(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const head = `import { createOpenAICompatible } ${FROM} '@ai-sdk/openai-compatible';

${GET_KEY}const alcove = createOpenAICompatible({
  name: 'alcove',
  baseURL: location.origin + '${appPath(SERVICE_ROOT)}',
  apiKey: await getKey(),
});
`;
  const model = JSON.stringify(fields['model']);
  if (endpoint.name === 'chat') {
    return `import { streamText } ${FROM} 'ai';\n${head}
const { textStream } = streamText({
  model: alcove(${model}),
  messages: ${json(fields['messages'] ?? [], 2)},
});
for await (const text of textStream) console.log(text);\n`;
  }
  if (endpoint.name === 'embeddings') {
    return `import { embedMany } ${FROM} 'ai';\n${head}
const { embeddings } = await embedMany({
  model: alcove.textEmbeddingModel(${model}),
  values: ${json(fields['input'] ?? [], 2)},
});
console.log(embeddings);\n`;
  }
  if (endpoint.name === 'speech') {
    return `import { createOpenAI } ${FROM} '@ai-sdk/openai';
import { generateSpeech } ${FROM} 'ai';

${GET_KEY}const alcove = createOpenAI({
  baseURL: location.origin + '${appPath(SERVICE_ROOT)}',
  apiKey: await getKey(),
});

const { audio } = await generateSpeech({
  model: alcove.speech(${model}),
  text: ${json(fields['input'] ?? '')},
  voice: ${json(fields['voice'])},
});
const sound = new Blob([audio.uint8Array], { type: audio.mediaType });
await new Audio(URL.createObjectURL(sound)).play();\n`;
  }
  return `// The AI SDK has no call for ${endpoint.path} on this provider; fetch does it.\n${plainFetch(endpoint, fields, fileName)}`;
}

function python(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const { name, base, piece } = libraryOf(endpoint);
  const head = `import os\nfrom ${name.toLowerCase()} import ${name}\n\nclient = ${name}(base_url="${location.origin}${base}", api_key=os.environ["ALCOVE_API_KEY"])\n`;
  const entries = Object.entries(fields).map(([key, value]) => `    ${key}=${toPython(value)},`);
  if (takesFile(endpoint)) entries.unshift(`    file=open(${JSON.stringify(fileName)}, "rb"),`);
  if (endpoint.clientMethod === null) {
    return `${head}\nanswer = client.post("${pathOf(endpoint)}", body=${toPython(fields)}, cast_to=object)\nprint(answer)\n`;
  }
  const method = endpoint.clientMethod.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  const call = `client.${method}(\n${entries.join('\n')}\n)`;
  if (fields['stream'] === true) {
    return `${head}\nfor piece in ${call}:\n    ${piece.python}\n`;
  }
  const use = givesSound(endpoint, fields)
    ? `answer.write_to_file(${json(soundFile(fields))})`
    : `print(answer${endpoint.response.hasAudio ? '.text' : ''})`;
  return `${head}\nanswer = ${call}\n${use}\n`;
}

function toPython(value: unknown): string {
  return JSON.stringify(value)
    .replace(/(?<=[:[,]|^)true(?=[,\]}]|$)/g, 'True')
    .replace(/(?<=[:[,]|^)false(?=[,\]}]|$)/g, 'False')
    .replace(/(?<=[:[,]|^)null(?=[,\]}]|$)/g, 'None');
}

function plainFetch(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const head = `${GET_KEY}const key = await getKey();\n`;
  if (takesFile(endpoint)) {
    const appends = Object.entries(fields).map(
      ([name, value]) =>
        `form.append('${name}', ${JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value))});`,
    );
    return `${head}const form = new FormData();
form.append('file', file); // a File, such as ${fileName}
${appends.join('\n')}
const response = await fetch('${appPath(endpoint.path)}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${key}\` },
  body: form,
});
console.log(await response.text());\n`;
  }
  return `${head}const response = await fetch('${appPath(endpoint.path)}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
  body: JSON.stringify(${json(fields, 2)}),
});
${givesSound(endpoint, fields) ? playSound('response') : `console.log(await response.${readingOf(fields)}());\n`}`;
}

const readingOf = (fields: Fields) =>
  fields['stream'] === true || fields['stream_format'] === 'sse' ? 'text' : 'json';

/** A text as one word of a shell, whatever is in it. */
const shellWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const lines = [
    `curl ${fields['stream'] === true ? '-N ' : ''}${shellWord(`${location.origin}${appPath(endpoint.path)}`)}`,
    '-H "Authorization: Bearer $ALCOVE_API_KEY"',
  ];
  if (takesFile(endpoint)) {
    lines.push(`-F ${shellWord(`file=@${fileName}`)}`);
    for (const [name, value] of Object.entries(fields)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      lines.push(`--form-string ${shellWord(`${name}=${text}`)}`);
    }
  } else {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellWord(json(fields))}`);
    if (givesSound(endpoint, fields)) lines.push(`--output ${shellWord(soundFile(fields))}`);
  }
  return `${lines.join(' \\\n  ')}\n`;
}
