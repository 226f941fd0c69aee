/** Why a download failed on a full disk: pages recognise it and offer what makes room. */
export const NO_STORAGE =
  'There is no storage left on this device. Delete models or other data and resume.';
