import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

/** A schema of zod, as far as a form needs it: the message of an issue is a sentence for the person. */
export interface FormSchema<Values> {
  safeParse: (values: unknown) =>
    | { success: true; data: Values }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
}

export type FormErrors<Values> = { [Name in keyof Values]?: string };

interface FormOptions<Values, Read> {
  /** Without one every value may be saved. */
  schema?: FormSchema<Read>;
  initial: Values | (() => Values);
  /** Gets the values as the schema reads them. */
  save: (values: Read) => Promise<unknown>;
  /** Shows the failure of a save. */
  report: (work: Promise<unknown>) => void;
}

/** The names of the values that are typed as text. */
type TextName<Values> = keyof {
  [Name in keyof Values as Values[Name] extends string ? Name : never]: 0;
};

/** The props of a field of text. */
export interface TextField {
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface Form<Values> {
  values: Values;
  errors: FormErrors<Values>;
  isPending: boolean;
  change: (changes: Partial<Values>) => void;
  field: (name: TextName<Values>) => TextField;
  /** Of the form element; its fields are checked here, in the words of the app. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
}

/** The values of a form or, by field, the first sentence about each that is wrong. */
export function checkForm<Values extends object, Read>(
  schema: FormSchema<Read>,
  values: Values,
): { values: Read } | { errors: FormErrors<Values> } {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { values: parsed.data };
  const errors: FormErrors<Values> = {};
  for (const { path, message } of parsed.error.issues) {
    const name = path[0] as keyof Values;
    errors[name] ??= message;
  }
  return { errors };
}

/** The state of a form that saves: its values, its errors, and whether it is being saved, which happens once at a time. */
export function useForm<Values extends object, Read = Values>(
  options: FormOptions<Values, Read>,
): Form<Values>;
export function useForm<Values extends object>(
  options: FormOptions<Values, unknown>,
): Form<Values> {
  const { schema, initial, save, report } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A second press comes before the button is drawn as disabled.
  const isSaving = useRef(false);
  // Saves that were refused: the focus moves with each of them, and not with an error that is corrected.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    // It may have been scrolled out of view.
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function change(changes: Partial<Values>) {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => {
      const left = { ...before };
      for (const name of Object.keys(changes) as (keyof Values)[]) delete left[name];
      return left;
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving.current) return;
    const checked = schema ? checkForm(schema, values) : { values };
    setErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) {
      setRefusals((before) => before + 1);
      return;
    }
    isSaving.current = true;
    setPending(true);
    const end = () => {
      isSaving.current = false;
      setPending(false);
    };
    const work = save(checked.values);
    work.then(end, end);
    report(work);
  }

  return {
    values,
    errors,
    isPending,
    change,
    field: (name) => ({
      value: String(values[name]),
      error: errors[name],
      onChange: ({ target: { value } }) => change({ [name]: value } as Partial<Values>),
    }),
    form: { ref: form, noValidate: true, onSubmit: submit },
  };
}
