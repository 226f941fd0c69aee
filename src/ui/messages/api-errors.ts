import { dictionary } from './dictionary.ts';

const lookUp = dictionary('api-errors');

/** An error of `/v1` for a person. Its code says what is wrong; the message, in English, says more. */
export const apiErrorText = (code: string | null, message: string): string =>
  code === null ? message : lookUp(code, message);
