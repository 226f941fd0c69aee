import { BookA } from 'lucide-react';
import { useState } from 'react';
import type { ModelView } from '#contract/model-view.ts';
import type { TranscriptionOptions } from '#storage/transcripts.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import { languageName } from '#ui/kit/format.ts';
import { Select } from '#ui/kit/select.tsx';
import { TermsField } from '#ui/kit/terms-field.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { useHost } from '#ui/state/models.ts';
import { SpeakerCountField } from './speaker-count-field.tsx';
import styles from './transcribe.module.css';

interface TranscriptionFieldsProps {
  options: TranscriptionOptions;
  onChange: (options: TranscriptionOptions) => void;
  /** Whether the model is chosen here; else the page chooses it. */
  hasModel?: boolean;
}

/** A model of one language has neither a language nor a translation to choose. */
function hasTranscriptionFields(model: Pick<ModelView, 'languages'> | undefined): boolean {
  return model?.languages.length !== 1 || model.languages[0] !== 'en';
}

/** The language, whether to translate, how many people speak, and the model. */
export function TranscriptionFields({ options, onChange, hasModel }: TranscriptionFieldsProps) {
  const models = useHost((state) => state.models).filter((m) => m.task === 'speech');
  const model = models.find((m) => m.id === options.model);
  const languages = model?.languages ?? [];
  return (
    <div className={`${controls['row']} ${styles['fields']}`}>
      {hasModel && (
        <Select
          label={transcribeText.modelLabel}
          options={models.map(({ id, title }) => ({ id, name: title }))}
          value={options.model}
          onChange={(id) => onChange({ ...options, model: id, language: null, translate: false })}
        />
      )}
      {hasTranscriptionFields(model) && (
        <>
          <Select
            label={transcribeText.language}
            isInline={!hasModel}
            options={[
              { id: '', name: transcribeText.detectLanguage },
              ...languages.map((code) => ({ id: code, name: languageName(code) })),
            ]}
            value={options.language ?? ''}
            onChange={(code) => onChange({ ...options, language: code || null })}
          />
          <CheckBox
            label={transcribeText.translate}
            checked={options.translate}
            onChange={(event) => onChange({ ...options, translate: event.target.checked })}
          />
        </>
      )}
      <SpeakerCountField
        isOptional
        isInline={!hasModel}
        value={options.speakerCount}
        onChange={(speakerCount) => onChange({ ...options, speakerCount })}
      />
      <Terms options={options} onChange={onChange} />
    </div>
  );
}

/** Names and terms, behind a button: few recordings have a list of their own. */
function Terms({ options, onChange }: TranscriptionFieldsProps) {
  const { vocabulary = [] } = options;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={BookA} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {vocabulary.length > 0
          ? transcribeText.termsCount(vocabulary.length)
          : transcribeText.terms}
      </Button>
      {isOpen && (
        <Dialog title={transcribeText.terms} onClose={() => setOpen(false)}>
          <TermsField
            label={transcribeText.termsLabel}
            hint={transcribeText.termsHint}
            value={vocabulary}
            onChange={(terms) =>
              onChange({ ...options, vocabulary: terms.length > 0 ? terms : undefined })
            }
          />
        </Dialog>
      )}
    </>
  );
}
