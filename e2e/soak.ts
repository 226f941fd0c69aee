/** Whether things are tried as often as is promised (`npm run test:soak`), not as often as every change has time for. */
export const IS_SOAK = process.env['ALCOVE_SOAK'] === '1';

/** How often something is tried: `promised` times in a soak, else `usual` times. */
export const times = (promised: number, usual: number): number => (IS_SOAK ? promised : usual);
