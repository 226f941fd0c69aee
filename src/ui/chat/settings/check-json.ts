import { chatSettingsText } from '#ui/messages/chat-settings.ts';

type Problem = string | null;

/** Why a text is not a JSON object that a check accepts; null when it is. */
export function checkJson(
  text: string,
  check: (value: Record<string, unknown>) => Problem,
): Problem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return chatSettingsText.notJson;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return chatSettingsText.notObject;
  }
  return check(value as Record<string, unknown>);
}
