import type { SpeakerCount } from '#storage/transcript-records.ts';
import { Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';

/** As many as `/v1` accepts. */
const MAX_SPEAKERS = 50;
const EXACT = Array.from({ length: 10 }, (_, i) => i + 1);
export const AUTOMATIC: SpeakerCount = { min: 1, max: MAX_SPEAKERS };

interface SpeakerCountFieldProps {
  /** Undefined where speakers are not searched for. */
  value: SpeakerCount | undefined;
  onChange: (value: SpeakerCount | undefined) => void;
  /** Whether they may stay unknown. */
  isOptional?: boolean;
  isInline?: boolean;
}

/** How many people speak: unknown, a number, or from one number to another. */
export function SpeakerCountField(props: SpeakerCountFieldProps) {
  const { value, onChange, isOptional, isInline = false } = props;
  const kind = kindOf(value);
  const choose = (next: string) => {
    if (next === 'off') onChange(undefined);
    else if (next === 'auto') onChange(AUTOMATIC);
    else if (next === 'range') onChange({ min: 2, max: 4 });
    else onChange({ min: Number(next), max: Number(next) });
  };
  const limit = (text: string, least: number) =>
    Math.max(least, Math.min(MAX_SPEAKERS - 1, Math.round(Number(text)) || least));
  return (
    <>
      <Select
        label={transcribeText.speakers}
        isInline={isInline}
        options={[
          ...(isOptional ? [{ id: 'off', name: transcribeText.speakersOff }] : []),
          { id: 'auto', name: transcribeText.speakersAutomatic },
          ...EXACT.map((n) => ({ id: String(n), name: String(n) })),
          { id: 'range', name: transcribeText.speakersRange },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === 'range' && value && (
        <>
          <Field
            label={transcribeText.speakersFrom}
            type="number"
            min={1}
            max={MAX_SPEAKERS - 1}
            value={value.min}
            onChange={({ target }) => {
              const min = limit(target.value, 1);
              onChange({ min, max: Math.max(min + 1, value.max) });
            }}
          />
          <Field
            label={transcribeText.speakersTo}
            type="number"
            min={2}
            max={MAX_SPEAKERS - 1}
            value={value.max}
            onChange={({ target }) => {
              const max = limit(target.value, 2);
              onChange({ min: Math.min(max - 1, value.min), max });
            }}
          />
        </>
      )}
    </>
  );
}

function kindOf(value: SpeakerCount | undefined): string {
  if (!value) return 'off';
  const { min, max } = value;
  if (min === max && EXACT.includes(min)) return String(min);
  return min <= 1 && max >= MAX_SPEAKERS ? 'auto' : 'range';
}
