// npm run eval:json -- --gguf=FILE[,FILE]: fifty requests for JSON by a schema and fifty forced calls of functions, through /v1 in
// Chromium, with a model that is installed from a GGUF file by its address. Answers are validated by another validator than the
// app's; one that is cut off counts as invalid. Prints the counts; ends with 1 where one is invalid.
import Ajv from 'ajv';
import { JSON_REQUESTS } from './json-requests.mjs';
import { linkFiles } from './link-files.mjs';
import { openHubPage } from './open-hub-page.mjs';
import { QUESTIONS, TOOLS } from './tool-questions.mjs';

const option = (name, otherwise = null) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const files = (option('gguf') ?? '').split(',').filter(Boolean);
if (files.length === 0) {
  console.error(
    'Name a model: npm run eval:json -- --gguf=FILE[,FILE] [--count=50] [--only=json,calls]',
  );
  process.exit(2);
}
const count = Number(option('count', 50));
const only = option('only', 'json,calls').split(',');
const ajv = new Ajv({ strict: false });

/** Forty functions by name, and ten that the model chooses itself. */
const CALLS = [
  ...QUESTIONS.map((one) => ({
    ...one,
    choice: { type: 'function', function: { name: one.name } },
  })),
  ...QUESTIONS.slice(0, 10).map((one) => ({ ...one, choice: 'required' })),
];

const linked = await linkFiles(files);
const hub = await openHubPage([linked.folder]);
let isAllValid = true;
try {
  for (const { name, repository, file } of linked.models) {
    const model = await hub.installFile(repository, file);
    const parts = { json: [JSON_REQUESTS, askJson], calls: [CALLS, askCall] };
    for (const part of only) {
      const [requests, ask] = parts[part];
      const { text, isAll } = await countValid(requests.slice(0, count), (one) => ask(model, one));
      console.log(`${name}: ${part}: ${text}`);
      isAllValid &&= isAll;
    }
  }
} finally {
  await hub.close();
  await linked.remove();
}
process.exit(isAllValid ? 0 : 1);

/** How many answers are valid; the faults of the others are printed. */
async function countValid(requests, ask) {
  let valid = 0;
  for (const one of requests) {
    const problem = await ask(one);
    if (problem === null) valid += 1;
    else console.log(`  ${one.name}: ${problem}\n    ${JSON.stringify(one.question)}`);
  }
  return { text: `${valid} of ${requests.length} valid`, isAll: valid === requests.length };
}

/** The fault of an answer by a schema; null for a valid one. */
async function askJson(model, { name, schema, question }) {
  const { message, finish_reason: finish } = await post(model, question, {
    response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
  });
  return problemOf(message.content, finish, schema);
}

/** The fault of a forced call; null for a valid one. */
async function askCall(model, { question, name, choice }) {
  const { message, finish_reason: finish } = await post(model, question, {
    tools: TOOLS,
    tool_choice: choice,
  });
  const [call] = message.tool_calls ?? [];
  if (!call) return `no call, but ${JSON.stringify(message.content)} (${finish})`;
  if (choice !== 'required' && call.function.name !== name) return `calls ${call.function.name}`;
  const tool = TOOLS.find((one) => one.function.name === call.function.name);
  if (!tool) return `calls ${call.function.name}, which there is not`;
  return problemOf(call.function.arguments, finish, tool.function.parameters);
}

function problemOf(text, finish, schema) {
  try {
    const value = JSON.parse(text);
    return ajv.validate(schema, value) ? null : `${ajv.errorsText()}: ${text}`;
  } catch {
    return `not JSON (${finish}): ${text}`;
  }
}

function post(model, content, more) {
  return hub.page.evaluate(
    async ([apiKey, body]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const { choices, error } = await (await fetch('/v1/chat/completions', init)).json();
      if (error) throw new Error(JSON.stringify(error));
      return choices[0];
    },
    [
      hub.key,
      { model, messages: [{ role: 'user', content }], temperature: 0, max_tokens: 400, ...more },
    ],
  );
}
