import {
  type ClipboardEvent,
  type ComponentProps,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { kitText } from '#ui/messages/kit.ts';
import { Button } from './button.tsx';
import controls from './controls.module.css';
import { formatCount } from './format.ts';
import { isTooLongToEdit, MAX_LENGTH, textAfterPaste } from './text-input.ts';

/** Characters of one line: names, addresses, numbers. */
const MAX_LINE = 1_000;

interface Labelled {
  label: ReactNode;
  /** Whether the label is only read aloud; it has to be a string then. */
  isLabelHidden?: boolean;
  /** Whether the label is in the same line. */
  isInline?: boolean;
  /** The error of the value: read aloud with the field. */
  error?: string | null | undefined;
  /** What helps to fill it in. */
  hint?: ReactNode;
  /** Whether its text is code. */
  isCode?: boolean;
  /** Whether it looks like the text around it. */
  isPlain?: boolean;
}

/** A labelled line of text, with its hint and its error. */
export function Field(props: Labelled & ComponentProps<'input'>) {
  const { frame, control } = useField(props);
  return (
    <Frame {...frame}>
      <input maxLength={MAX_LINE} {...control} />
    </Frame>
  );
}

/**
 * A labelled box for several lines. A text whose layout would stop the page is not pasted; one that is stored already
 * stays unchanged until a person removes it.
 */
export function TextArea(props: Labelled & ComponentProps<'textarea'>) {
  const { value, onChange } = props;
  if (onChange && typeof value === 'string' && isTooLongToEdit(value))
    return <LongValue {...props} />;
  return <Editable {...props} />;
}

/** The beginning of a text that is too long to be edited, with a button that removes it. */
function LongValue({ value, ...props }: Labelled & ComponentProps<'textarea'>) {
  const box = useRef<HTMLTextAreaElement>(null);
  const text = String(value);
  const { frame, control } = useField(props);
  return (
    <Frame {...frame} error={kitText.tooLongToShow(formatCount(text.length))}>
      <textarea {...control} ref={box} readOnly value={text.slice(0, MAX_LINE)} />
      <Button kind="danger" size="small" onClick={() => box.current && clearBox(box.current)}>
        {kitText.deleteText}
      </Button>
    </Frame>
  );
}

function Editable(props: Labelled & ComponentProps<'textarea'>) {
  const [isRefused, setRefused] = useState(false);
  const error = props.error ?? (isRefused ? kitText.tooLongToPaste : null);
  const { frame, control } = useField({ ...props, error });
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const added = event.clipboardData.getData('text/plain');
    const isTooLong = isTooLongToEdit(textAfterPaste(event.currentTarget, added));
    if (isTooLong) event.preventDefault();
    setRefused(isTooLong);
  };
  return (
    <Frame {...frame}>
      <textarea maxLength={MAX_LENGTH} onPaste={paste} {...control} />
    </Frame>
  );
}

/** A labelled box that is on or off; with `type="radio"` one of a group. */
export function CheckBox({ label, ...rest }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={controls['check']}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}

interface FrameProps
  extends Pick<Labelled, 'label' | 'isLabelHidden' | 'isInline' | 'hint' | 'error'> {
  /** The id of the control. */
  id: string;
  children?: ReactNode;
}

function Frame({ label, isLabelHidden, isInline, hint, error, id, children }: FrameProps) {
  if (isLabelHidden && !error && !hint) return children;
  return (
    <div className={controls[isInline ? 'inline' : 'label']}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
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

interface Control {
  id?: string | undefined;
  className?: string | undefined;
}

/** The props of the frame around a control, and of the control. */
function useField<P extends Labelled & Control>(props: P) {
  const { label, isLabelHidden, isInline, error, hint, isCode, isPlain, className, ...rest } =
    props;
  const ownId = useId();
  const id = rest.id ?? ownId;
  const look = isPlain ? [] : [controls['field'], isCode ? controls['code'] : undefined];
  const control = {
    id,
    ...rest,
    className: [...look, className].filter(Boolean).join(' '),
    ...(isLabelHidden ? { 'aria-label': String(label) } : {}),
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': error || hint ? noteId(id) : undefined,
  };
  return { frame: { label, isLabelHidden, isInline, error, hint, id } as FrameProps, control };
}

/** Empties a text box like a person: the input event notifies its owner. */
function clearBox(box: HTMLTextAreaElement): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
  // Bypasses React's setter, which would treat the value as its own and fire no event.
  set?.call(box, '');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
