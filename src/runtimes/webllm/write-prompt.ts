import { EngineError } from '#engine/engine-error.ts';
import type { WebllmMessage } from './to-messages.ts';

/** The part of `conv_template` in a model's `mlc-chat-config.json` that prompts are written with. */
export interface ConversationTemplate {
  system_template: string;
  system_message: string;
  roles: Record<string, string>;
  role_templates?: Record<string, string>;
  seps: string[];
  role_content_sep?: string;
  role_empty_sep?: string;
  add_role_after_system_message?: boolean;
  render_empty_system_message?: boolean;
}

/**
 * A conversation that ends with the beginning of an answer, as the text that the model continues.
 * WebLLM itself closes every message; this is its own format, except the end.
 * @throws EngineError `not-supported` for pictures and sounds.
 * @see getPromptArrayInternal in WebLLM 0.2.86
 */
export function writePrompt(
  messages: readonly WebllmMessage[],
  begun: string,
  template: ConversationTemplate,
): string {
  const [first] = messages;
  const hasSystem = first?.role === 'system';
  const system = writeSystem(template, hasSystem ? textOf(first) : template.system_message);
  const turns = hasSystem ? messages.slice(1) : messages;
  const written = turns.map((turn, i) => writeTurn(template, turn, i, system !== ''));
  const reply = template.roles['assistant'] ?? '';
  return [system, ...written, reply, template.role_empty_sep ?? ': ', begun].join('');
}

function writeSystem(template: ConversationTemplate, message: string): string {
  if (message === '' && template.render_empty_system_message === false) return '';
  // As a function, so that `$` in a message is not a pattern.
  return template.system_template.replace('{system_message}', () => message);
}

function writeTurn(
  template: ConversationTemplate,
  message: WebllmMessage,
  index: number,
  afterSystem: boolean,
): string {
  const { roles, role_templates = {}, seps, role_content_sep = ': ' } = template;
  const text = textOf(message);
  const inside = (role_templates[message.role] ?? `{${message.role}_message}`)
    .replace('{function_string}', '')
    .replace(`{${message.role}_message}`, () => text);
  const isBare = index === 0 && afterSystem && template.add_role_after_system_message === false;
  const role = isBare ? '' : `${roles[message.role] ?? ''}${role_content_sep}`;
  return `${role}${inside}${seps[index % seps.length] ?? ''}`;
}

function textOf({ content }: WebllmMessage): string {
  if (typeof content === 'string') return content;
  const message = 'This model cannot continue an answer about pictures or sounds.';
  throw new EngineError('not-supported', message);
}
