import { catalogue, plural } from './catalogue.ts';

/** Texts to begin a message with. */
export const promptsText = catalogue('prompts', {
  prompts: 'Prompts',
  save: 'Save the last question as a prompt',
  saved: 'Prompt saved.',
  delete: (name: string) => `Delete the prompt “${name}”`,
  deleted: 'Prompt deleted.',
  undo: 'Undo',
  tooLong: (limit: string) => `The question was not saved: a prompt can have ${limit} characters.`,
  tooMany: (limit: string) =>
    `The question was not saved: ${limit} prompts are saved already. Delete one first.`,
  notSaved: 'The prompt could not be saved',
  notDeleted: 'The prompt could not be deleted',
  notListed: (count: number) =>
    plural(count, {
      one: '# more prompt is not listed. Type words of it after the slash.',
      other: '# more prompts are not listed. Type words of one after the slash.',
    }),
  notRead: (count: number) =>
    plural(count, {
      one: '# older prompt is saved and not searched here. It is included in every export.',
      other: '# older prompts are saved and not searched here. They are included in every export.',
    }),

  summarise: 'Summarise',
  summariseText: 'Summarise this in three sentences:',
  explain: 'Explain',
  explainText: 'Explain this in simple words:',
  correct: 'Correct',
  correctText: 'Correct spelling and grammar, and change nothing else:',
  translate: 'Translate',
  translateText: 'Translate this into English:',
  list: 'Make a list',
  listText: 'Make a list of the main points of this:',
});
