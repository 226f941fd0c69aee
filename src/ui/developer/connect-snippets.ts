/** A program, and the code or configuration with which it calls this device. */
export interface Snippet {
  id: string;
  /** The program's own name. */
  name: string;
  write: (baseUrl: string) => string;
}

/** The address without `/v1`, which some programs add themselves. */
const rootOf = (baseUrl: string) => baseUrl.replace(/\/v1$/, '');

/** In docs/connect.md as well; a test compares them. */
export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    name: 'curl',
    write: (baseUrl) => `curl -N ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $ALCOVE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "alcove-guide", "stream": true, "messages": [{"role": "user", "content": "What is Alcove?"}]}'`,
  },
  {
    id: 'python-openai',
    name: 'Python: openai',
    write: (baseUrl) => `import os
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key=os.environ["ALCOVE_API_KEY"])
answer = client.chat.completions.create(
    model="alcove-guide",
    messages=[{"role": "user", "content": "What is Alcove?"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'python-anthropic',
    name: 'Python: anthropic',
    write: (baseUrl) => `import os
from anthropic import Anthropic

client = Anthropic(base_url="${rootOf(baseUrl)}", api_key=os.environ["ALCOVE_API_KEY"])
message = client.messages.create(
    model="alcove-guide",
    max_tokens=200,
    messages=[{"role": "user", "content": "What is Alcove?"}],
)
print(message.content[0].text)`,
  },
  {
    id: 'litellm',
    name: 'LiteLLM',
    write: (baseUrl) => `import os
import litellm

answer = litellm.completion(
    model="openai/alcove-guide",
    api_base="${baseUrl}",
    api_key=os.environ["ALCOVE_API_KEY"],
    messages=[{"role": "user", "content": "What is Alcove?"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    id: 'langchain',
    name: 'LangChain',
    write: (baseUrl) => `import os
from langchain_openai import ChatOpenAI

model = ChatOpenAI(
    model="alcove-guide", base_url="${baseUrl}", api_key=os.environ["ALCOVE_API_KEY"]
)
print(model.invoke("What is Alcove?").content)`,
  },
  {
    id: 'ai-sdk',
    name: 'AI SDK',
    write: (baseUrl) => `import { createOpenAICompatible } ${'from'} '@ai-sdk/openai-compatible';
import { generateText } ${'from'} 'ai';

const alcove = createOpenAICompatible({
  name: 'alcove',
  baseURL: '${baseUrl}',
  apiKey: process.env.ALCOVE_API_KEY,
});
const { text } = await generateText({ model: alcove('alcove-guide'), prompt: 'What is Alcove?' });
console.log(text);`,
  },
  {
    id: 'continue',
    name: 'Continue',
    write: (baseUrl) => `# ~/.continue/config.yaml
name: Alcove
version: 1.0.0
schema: v1
models:
  - name: Alcove
    provider: openai
    model: alcove-guide
    apiBase: ${baseUrl}
    apiKey: \${{ secrets.ALCOVE_API_KEY }}
    roles: [chat, edit]`,
  },
  {
    id: 'codex',
    name: 'Codex',
    write: (baseUrl) => `# ~/.codex/config.toml
model = "alcove-guide"
model_provider = "alcove"
# Tools of OpenAI's own servers, which Alcove refuses.
web_search = "disabled"

[agents]
enabled = false

[model_providers.alcove]
name = "Alcove"
base_url = "${baseUrl}"
env_key = "ALCOVE_API_KEY"
wire_api = "responses"`,
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    write: (baseUrl) => `export ANTHROPIC_BASE_URL=${rootOf(baseUrl)}
export ANTHROPIC_AUTH_TOKEN=$ALCOVE_API_KEY
export ANTHROPIC_MODEL=alcove-guide
claude`,
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    write: (baseUrl) => `export OPENAI_API_BASE_URL=${baseUrl}
export OPENAI_API_KEY=$ALCOVE_API_KEY
export ENABLE_OLLAMA_API=false
# Its own tools take 10,000 tokens of each question.
export DEFAULT_MODEL_METADATA='{"capabilities": {"builtin_tools": false}}'
# Documents and speech: without their addresses both would go to api.openai.com.
export RAG_EMBEDDING_ENGINE=openai RAG_EMBEDDING_MODEL=alcove-embed
export RAG_OPENAI_API_BASE_URL=${baseUrl} RAG_OPENAI_API_KEY=$ALCOVE_API_KEY
export AUDIO_STT_ENGINE=openai AUDIO_STT_MODEL=alcove-whisper
export AUDIO_STT_OPENAI_API_BASE_URL=${baseUrl} AUDIO_STT_OPENAI_API_KEY=$ALCOVE_API_KEY
open-webui serve --port 8080`,
  },
];

/** Where the code reads the key from the environment, in the languages of the snippets, and what stands there with a key. */
const KEY_PLACES: readonly [place: string, written: (key: string) => string][] = [
  ['os.environ["ALCOVE_API_KEY"]', (key) => `"${key}"`],
  ['process.env.ALCOVE_API_KEY', (key) => `'${key}'`],
  [`\${{ secrets.ALCOVE_API_KEY }}`, (key) => key],
  ['$ALCOVE_API_KEY', (key) => key],
];

/** The code with a key in it. A program that reads the environment alone gets the line that sets it. */
export function withKey(code: string, key: string): string {
  const written = KEY_PLACES.reduce(
    (text, [place, write]) => text.replaceAll(place, write(key)),
    code,
  );
  if (written.includes('ALCOVE_API_KEY')) return `# export ALCOVE_API_KEY=${key}\n${written}`;
  return /\bos\./.test(written) ? written : written.replace(/^import os\n/, '');
}
