import type { Conversation, Message } from '#storage/chat-records.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { buildTree, pathTo } from '#ui/chat/session/message-tree.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { plainName, saveFile } from '#ui/state/save-file.ts';
import type { Store } from '#ui/state/session-ports.ts';
import { exportChosen } from '#ui/state/transfers.ts';

/** Saves one chat: the shown branch as Markdown, its messages as JSON, or all of it with its files for another Alcove. */
export async function downloadChat(
  { conversations }: Pick<Store, 'conversations'>,
  conversation: Conversation,
  form: 'md' | 'json' | 'ndjson',
): Promise<void> {
  if (form === 'ndjson') {
    return exportChosen({ kind: 'chat', ids: [conversation.id] }, fileNameOf(conversation));
  }
  const messages = await conversations.messages(conversation.id);
  const name = fileNameOf(conversation);
  if (form === 'json') {
    const text = JSON.stringify({ conversation, messages }, null, 2);
    saveFile(`${name}.json`, new Blob([text], { type: 'application/json' }));
    return;
  }
  const path = pathTo(buildTree(messages), conversation.leafId);
  saveFile(`${name}.md`, new Blob([toMarkdown(conversation, path)], { type: 'text/markdown' }));
}

/** The title of a chat as a file name. */
export function fileNameOf(conversation: Conversation): string {
  return plainName(chatTitle(conversation));
}

function toMarkdown(conversation: Conversation, path: readonly Message[]): string {
  const { settings } = conversation;
  const parts = [`# ${chatTitle(conversation)}`];
  if (settings.system.trim() !== '') parts.push(`> ${settings.system.replaceAll('\n', '\n> ')}`);
  for (const message of path) {
    parts.push(`**${speaker(message)}**`);
    if (message.text !== '') parts.push(message.text);
    for (const { name, argumentsText } of message.toolCalls ?? []) {
      parts.push(`\`${name}\`\n\n\`\`\`json\n${argumentsText}\n\`\`\``);
    }
    for (const [i, source] of (message.sources ?? []).entries()) {
      parts.push(`[${i + 1}] ${source.documentName}: ${source.text}`);
    }
  }
  return `${parts.join('\n\n')}\n`;
}

export function speaker({ role, model, notice }: Message): string {
  if (role === 'user') return chatThreadText.you;
  if (notice !== undefined) return chatThreadText.theApp;
  return role === 'tool' ? chatThreadText.tool : (model ?? chatThreadText.assistant);
}
