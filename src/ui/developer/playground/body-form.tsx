import controls from '#ui/kit/controls.module.css';
import { CheckBox, Field, TextArea } from '#ui/kit/field.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { readFields, writeField } from './body-fields.ts';

interface BodyFormProps {
  body: string;
  onChange: (body: string) => void;
}

/** The fields of a body that most people change; the JSON has all of them. */
export function BodyForm({ body, onChange }: BodyFormProps) {
  const fields = readFields(body);
  if (!fields) return <p className={controls['error']}>{developerText.notJson}</p>;
  const number = (text: string) =>
    text === '' || Number.isNaN(Number(text)) ? null : Number(text);
  return (
    <>
      {fields.message !== undefined && (
        <TextArea
          label={developerText.message}
          rows={3}
          dir="auto"
          value={fields.message}
          onChange={(event) => onChange(writeField(body, { message: event.target.value }))}
        />
      )}
      {fields.stream !== undefined && (
        <div className={controls['row']}>
          <Field
            label={developerText.temperature}
            type="number"
            min={0}
            max={2}
            step={0.1}
            value={fields.temperature ?? ''}
            onChange={(event) =>
              onChange(writeField(body, { temperature: number(event.target.value) }))
            }
          />
          <Field
            label={developerText.maxTokens}
            type="number"
            min={1}
            value={fields.maxTokens ?? ''}
            onChange={(event) =>
              onChange(writeField(body, { maxTokens: number(event.target.value) }))
            }
          />
          <CheckBox
            label={developerText.stream}
            checked={fields.stream}
            onChange={(event) => onChange(writeField(body, { stream: event.target.checked }))}
          />
        </div>
      )}
    </>
  );
}
