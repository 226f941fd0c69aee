import type { HearingOptions } from '#storage/transcripts.ts';
import controls from '#ui/components/controls.module.css';
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
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return (
    <div className={controls['row']}>
      <label className={controls['label']}>
        Model
        <select
          className={controls['field']}
          value={options.model}
          onChange={(event) => onChange({ ...options, model: event.target.value, language: null })}
        >
          {models.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className={controls['label']}>
        Language
        <select
          className={controls['field']}
          value={options.language ?? ''}
          onChange={(event) => onChange({ ...options, language: event.target.value || null })}
        >
          <option value="">{languages.length === 1 ? 'As the model knows' : 'Detect'}</option>
          {languages.map((code) => (
            <option key={code} value={code}>
              {names.of(code)}
            </option>
          ))}
        </select>
      </label>
      <label className={controls['check']}>
        <input
          type="checkbox"
          checked={options.translate}
          onChange={(event) => onChange({ ...options, translate: event.target.checked })}
        />
        Translate to English
      </label>
    </div>
  );
}
