import { type ComponentProps, type ReactNode, useId } from 'react';
import controls from './controls.module.css';

interface Labelled {
  label: ReactNode;
  /** What is wrong with the value: read aloud with the field. */
  error?: string | null | undefined;
  /** What helps to fill it in. */
  hint?: ReactNode;
  /** Whether its text is code. */
  isCode?: boolean;
}

/** A labelled line of text, with its hint and its error. */
export function Field(props: Labelled & ComponentProps<'input'>) {
  const { label, error, hint, isCode, className, ...rest } = props;
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={rest.id ?? id}>
      <input
        id={id}
        {...rest}
        className={fieldClass(isCode, className)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error || hint ? noteId(rest.id ?? id) : undefined}
      />
    </Frame>
  );
}

/** A labelled box for several lines. */
export function TextArea(props: Labelled & ComponentProps<'textarea'>) {
  const { label, error, hint, isCode, className, ...rest } = props;
  const id = useId();
  return (
    <Frame label={label} hint={hint} error={error} id={rest.id ?? id}>
      <textarea
        id={id}
        {...rest}
        className={fieldClass(isCode, className)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={error || hint ? noteId(rest.id ?? id) : undefined}
      />
    </Frame>
  );
}

/** A labelled box that is on or off. */
export function CheckBox({ label, ...rest }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={controls['check']}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}

interface FrameProps extends Omit<Labelled, 'isCode'> {
  /** The id of the control. */
  id: string;
  children: ReactNode;
}

function Frame({ label, hint, error, id, children }: FrameProps) {
  return (
    <div className={controls['label']}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error && (
        <span id={noteId(id)} className={controls['error']} role="alert">
          {error}
        </span>
      )}
      {!error && hint && <span id={noteId(id)}>{hint}</span>}
    </div>
  );
}

const noteId = (id: string) => `${id}-note`;

function fieldClass(isCode: boolean | undefined, more: string | undefined): string {
  return [controls['field'], isCode ? controls['code'] : undefined, more].filter(Boolean).join(' ');
}
