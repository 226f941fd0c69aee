import { catalogue, plural } from './catalogue.ts';

/** Tool calls of an answer. */
export const chatToolsText = catalogue('chat-tools', {
  called: (name: string) => `Called ${name}`,
  noArguments: 'No arguments',
  result: (name: string) => `Result of ${name}`,
  sendResults: (count: number) => plural(count, { one: 'Send result', other: 'Send results' }),
  notSent: 'The results could not be sent',
  tooLong: (length: string, limit: string) =>
    `The result has ${length} characters; at most ${limit} are sent to a model.`,
});
