import { Button } from './button.tsx';
import controls from './controls.module.css';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { useForm } from './use-form.ts';

interface NameDialogProps {
  title: string;
  /** Of the field. */
  label: string;
  /** Of the button that saves. */
  action: string;
  name: string;
  save: (name: string) => Promise<unknown>;
  /** Shows the failure of a save. */
  report: (work: Promise<unknown>) => void;
  onClose: () => void;
}

/** Gives something another name. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, action, name, save, report, onClose } = props;
  const { values, isPending, field, form } = useForm({
    initial: { name },
    save: async (changed) => {
      await save(changed.name.trim());
      onClose();
    },
    report,
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={controls['row']} {...form}>
        <Field
          label={label}
          data-first-focus
          dir="auto"
          {...field('name')}
          onFocus={(event) => event.target.select()}
        />
        <Button
          kind="primary"
          type="submit"
          isPending={isPending}
          disabled={values.name.trim() === ''}
        >
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
