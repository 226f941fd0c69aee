import { formatCount } from '#ui/kit/format.ts';
import { chatToolsText } from '#ui/messages/chat-tools.ts';

/** Characters of one result that are stored and sent: more than any model here can read. */
export const MAX_RESULT = 200_000;

/** Why a result is not sent, for the person who wrote it. */
export const describeTooLong = ({ length }: string) =>
  chatToolsText.tooLong(formatCount(length), formatCount(MAX_RESULT));

/** The text that is sent to the model, in English like all of its prompt. */
export function toResult(ok: boolean, text: string): string {
  if (text.length > MAX_RESULT)
    return `Error: the result has ${text.length} characters, more than ${MAX_RESULT}.`;
  return ok ? text : `Error: ${text}`;
}
