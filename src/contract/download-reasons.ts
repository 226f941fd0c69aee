/** Why a download failed on a full disk: pages recognise it and offer what makes room. */
export const NO_STORAGE =
  'There is no storage left on this device. Delete models or other data and resume.';

/** Why a download failed whose host did not answer. */
export const notReachedText = (host: string): string =>
  `${host} cannot be reached. Check the connection, or set another source in Settings, Service.`;

/** Whether that is why: pages then name the command that needs no hub. */
export const isNotReached = (problem: string): boolean => problem.endsWith(notReachedText(''));
