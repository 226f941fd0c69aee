import { readFileSync } from 'node:fs';
import { PreTrainedTokenizer } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import type { ChatTask } from '#engine/tasks.ts';
import { CHAT_TASK } from '#testing/plain-chat.ts';
import { ChatPrompt } from './chat-prompt.ts';

const read = (file: string) => JSON.parse(readFileSync(`e2e/shapes/lfm2/${file}`, 'utf8'));

function openPrompt(template: string): ChatPrompt {
  const config = { ...read('tokenizer_config.json'), chat_template: template };
  return new ChatPrompt(new PreTrainedTokenizer(read('tokenizer.json'), config));
}

const call = { id: 'call_1', name: 'weather', argumentsText: '{"city":"Bern","exact":true}' };
const task: ChatTask = {
  ...CHAT_TASK,
  turns: [
    { role: 'system', text: 'Be short.' },
    { role: 'user', text: 'Warm in Bern?' },
    { role: 'assistant', text: '', toolCalls: [call] },
    { role: 'tool', text: '21', toolCallId: 'call_1' },
  ],
  tools: [{ name: 'weather', description: 'Says it.', parameters: { type: 'object' } }],
};

test('a template that lists tools, and leaves calls to be text, gets both in its own words', async () => {
  const prompt = openPrompt(read('tokenizer_config.json').chat_template);
  const { text } = await prompt.encode(task);
  const list = [{ type: 'function', function: task.tools[0] }];
  expect(text.replaceAll(/("|,|:) (?=["{[])/g, '$1')).toContain(
    `Be short.\nList of tools: <|tool_list_start|>${JSON.stringify(list)}<|tool_list_end|><|im_end|>`,
  );
  expect(text).toContain(
    '<|im_start|>assistant\n<|tool_call_start|>[weather(city="Bern", exact=True)]<|tool_call_end|><|im_end|>',
  );
  expect(text).toContain('<|tool_response_start|>21<|tool_response_end|>');
});

test.each(['{{ message.content }}', '{% if false %}x{% endif %}'])(
  'a template that writes nothing is broken: %s',
  async (template) => {
    await expect(openPrompt(template).encode(task)).rejects.toThrow(
      'template of the model is broken',
    );
  },
);

test('a template that writes calls itself gets them as values', async () => {
  const prompt = openPrompt(
    '{% for tool in tools %}{{ tool.function.name }} {% endfor %}{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}<tool_call>\n<function={{ c.function.name }}>\n{% for name, value in c.function.arguments|items %}<parameter={{ name }}>\n{{ value if value is string else value|tojson }}\n</parameter>\n{% endfor %}</function>\n</tool_call>{% endfor %}|{% endfor %}',
  );
  expect((await prompt.encode(task)).text).toBe(
    'weather Be short.|Warm in Bern?|<tool_call>\n<function=weather>\n<parameter=city>\nBern\n</parameter>\n<parameter=exact>\ntrue\n</parameter>\n</function>\n</tool_call>|21|',
  );
});

test('a template without tools gets them, and earlier calls, in the system prompt in our format', async () => {
  const prompt = openPrompt('{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}');
  const { text } = await prompt.encode(task);
  expect(text).toMatch(/^\[system\]Be short\.\n\nYou can call functions\..*weather/s);
  expect(text).toContain(
    '[assistant]<tool_call>\n{"name": "weather", "arguments": {"city":"Bern","exact":true}}\n</tool_call>',
  );
  expect(text).toMatch(/\[user\]<tool_response>\n21\n<\/tool_response>$/);
});
