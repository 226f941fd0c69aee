/** Characters of one result that are stored and sent: more than any model here can read. */
export const MAX_RESULT = 200_000;

/** Why a result is not sent, for the model or the person who wrote it. */
export const tooLong = ({ length }: string) =>
  `The result has ${length.toLocaleString('en')} characters; at most ${MAX_RESULT.toLocaleString('en')} are sent to a model.`;

/** What the model is sent of a function's outcome. */
export function toResult(ok: boolean, text: string): string {
  if (text.length > MAX_RESULT) return `Error: ${tooLong(text)}`;
  return ok ? text : `Error: ${text}`;
}
