import { dictionary } from './dictionary.ts';

const lookUp = dictionary('api-errors');

/** An error of `/v1` for a person. Translated by its code; an unknown code shows the English message. */
export const apiErrorText = (code: string | null, message: string): string =>
  code === null ? message : lookUp(code, message);
