import type { HearingOptions } from '#storage/transcripts.ts';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { useHost } from '#ui/state/models.ts';

interface HearingFieldsProps {
  options: HearingOptions;
  onChange: (options: HearingOptions) => void;
}

/** Which model hears, in which language, and whether it translates. */
export function HearingFields({ options, onChange }: HearingFieldsProps) {
  const models = useHost((state) => state.models).filter((m) => m.task === 'speech');
  const model = models.find((m) => m.id === options.model);
  const languages = model?.languages ?? [];
  const hasEnglishOnly = languages.length === 1 && languages[0] === 'en';
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return (
    <div className={controls['row']}>
      <Choice
        label="Model"
        options={models.map(({ id, title }) => ({ id, name: title }))}
        value={options.model}
        onChange={(id) => onChange({ ...options, model: id, language: null, translate: false })}
      />
      {!hasEnglishOnly && (
        <>
          <Choice
            label="Language"
            options={[
              { id: '', name: 'Detect' },
              ...languages.map((code) => ({ id: code, name: names.of(code) ?? code })),
            ]}
            value={options.language ?? ''}
            onChange={(code) => onChange({ ...options, language: code || null })}
          />
          <label className={controls['check']}>
            <input
              type="checkbox"
              checked={options.translate}
              onChange={(event) => onChange({ ...options, translate: event.target.checked })}
            />
            Translate to English
          </label>
        </>
      )}
    </div>
  );
}
