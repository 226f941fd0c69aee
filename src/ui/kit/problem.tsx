import controls from './controls.module.css';

/** What went wrong, said aloud; nothing while nothing did. */
export function Problem({ text }: { text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <p className={controls['error']} role="alert">
      {text}
    </p>
  );
}
