/** Whether the complete tests run (`npm run test:full`), or the sample that every change has time for. */
export const IS_FULL = process.env['ALCOVE_FULL'] === '1';

/** How often something is tried: `full` times in a complete run, else `sample` times. */
export const times = (full: number, sample: number): number => (IS_FULL ? full : sample);
