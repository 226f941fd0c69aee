import type { SoundSource } from '#ui/kit/open-microphone.ts';

/** Sizes of the text of captions, CSS pixels. */
export const CAPTION_SIZES = [20, 28, 36, 48, 64] as const;

/** How a person records in this browser. */
export interface RecordChoices {
  source: SoundSource;
  /** Whether text is shown while it is recorded. */
  showsText: boolean;
  /** Whether recordings wait to be transcribed. */
  isForLater: boolean;
  captionSize: (typeof CAPTION_SIZES)[number];
}

const NAME = 'alcove-record-choices';
const DEFAULTS: RecordChoices = {
  source: 'microphone',
  showsText: true,
  isForLater: false,
  captionSize: 36,
};

/** Stored choices; the default for each that is invalid. Not among the preferences, which the first paint waits for. */
export function readRecordChoices(): RecordChoices {
  let stored: Partial<Record<keyof RecordChoices, unknown>> = {};
  try {
    stored = Object(JSON.parse(localStorage.getItem(NAME) ?? '{}'));
  } catch {
    // No text of ours, or no storage.
  }
  const { source, showsText, isForLater, captionSize } = stored;
  return {
    source: source === 'screen' || source === 'both' ? source : DEFAULTS.source,
    showsText: typeof showsText === 'boolean' ? showsText : DEFAULTS.showsText,
    isForLater: typeof isForLater === 'boolean' ? isForLater : DEFAULTS.isForLater,
    captionSize: CAPTION_SIZES.find((size) => size === captionSize) ?? DEFAULTS.captionSize,
  };
}

export function writeRecordChoices(choices: RecordChoices): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(choices));
  } catch {
    // A full or closed store costs a choice, nothing a person recorded.
  }
}
