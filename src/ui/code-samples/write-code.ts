import { appPath } from '#contract/app-path.ts';
import { type Endpoint, takesFile } from '#contract/endpoints/endpoint.ts';
import { SERVICE_ROOT } from '#contract/paths.ts';

export type CodeForm = 'openai' | 'ai-sdk' | 'python' | 'fetch';

export const CODE_FORMS: readonly { id: CodeForm; name: string }[] = [
  { id: 'openai', name: 'openai (JavaScript)' },
  { id: 'ai-sdk', name: 'AI SDK' },
  { id: 'python', name: 'openai (Python)' },
  { id: 'fetch', name: 'fetch' },
];

interface CodeRequest {
  endpoint: Endpoint;
  model: string;
  /** JSON of the body without the model; what is not JSON is left out. */
  body: string;
  fileName: string;
}

type Fields = Record<string, unknown>;

/** Code that makes a request. */
export function writeCode(
  form: CodeForm,
  { endpoint, model, body, fileName }: CodeRequest,
): string {
  const fields: Fields = { model, ...readFields(body) };
  switch (form) {
    case 'openai':
      return openai(endpoint, fields, fileName);
    case 'ai-sdk':
      return aiSdk(endpoint, fields, fileName);
    case 'python':
      return python(endpoint, fields, fileName);
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

/** Apart, so that nothing that reads this file takes it for an import of its own. */
const FROM = 'from';
const indent = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);
const json = (value: unknown, by = 0) => indent(JSON.stringify(value, null, 2), by);

/** Where clients with a base address find it. */
const pathOf = ({ path }: Endpoint) => path.slice(SERVICE_ROOT.length);

function openai(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const head = `import OpenAI ${FROM} 'openai';

const client = new OpenAI({
  baseURL: location.origin + '${appPath(SERVICE_ROOT)}',
  apiKey: await alcove.createApiKey('my app'),
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
    return `${head}\nconst stream = ${call};\nfor await (const chunk of stream) console.log(chunk.choices[0]?.delta.content);\n`;
  }
  return `${head}\nconst answer = ${call};\nconsole.log(answer);\n`;
}

function aiSdk(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const head = `import { createOpenAICompatible } ${FROM} '@ai-sdk/openai-compatible';

const alcove = createOpenAICompatible({
  name: 'alcove',
  baseURL: location.origin + '${appPath(SERVICE_ROOT)}',
  apiKey: await globalThis.alcove.createApiKey('my app'),
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
  return `// The AI SDK has no call for ${endpoint.path} on this provider; fetch does it.\n${plainFetch(endpoint, fields, fileName)}`;
}

function python(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const baseUrl = `${location.origin}${appPath(SERVICE_ROOT)}`;
  const head = `import os\nfrom openai import OpenAI\n\nclient = OpenAI(base_url="${baseUrl}", api_key=os.environ["ALCOVE_API_KEY"])\n`;
  const entries = Object.entries(fields).map(([name, value]) => `    ${name}=${toPython(value)},`);
  if (takesFile(endpoint)) entries.unshift(`    file=open(${JSON.stringify(fileName)}, "rb"),`);
  if (endpoint.clientMethod === null) {
    return `${head}\nanswer = client.post("${pathOf(endpoint)}", body=${toPython(fields)}, cast_to=object)\nprint(answer)\n`;
  }
  const call = `client.${endpoint.clientMethod}(\n${entries.join('\n')}\n)`;
  if (fields['stream'] === true) {
    return `${head}\nfor chunk in ${call}:\n    print(chunk.choices[0].delta.content if chunk.choices else "", end="")\n`;
  }
  return `${head}\nanswer = ${call}\nprint(answer)\n`;
}

function toPython(value: unknown): string {
  return JSON.stringify(value)
    .replace(/(?<=[:[,]|^)true(?=[,\]}]|$)/g, 'True')
    .replace(/(?<=[:[,]|^)false(?=[,\]}]|$)/g, 'False')
    .replace(/(?<=[:[,]|^)null(?=[,\]}]|$)/g, 'None');
}

function plainFetch(endpoint: Endpoint, fields: Fields, fileName: string): string {
  const head = `const key = await alcove.createApiKey('my app');\n`;
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
console.log(await response.${fields['stream'] === true ? 'text' : 'json'}());\n`;
}
