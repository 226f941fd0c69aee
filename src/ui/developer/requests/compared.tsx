import { compareTexts, type Piece } from './compare-texts.ts';
import styles from './request.module.css';

interface ComparedProps {
  first: { title: string; facts: string; text: string };
  second: { title: string; facts: string; text: string };
}

/** Two answers next to each other, with the words marked that only one of them has. */
export function Compared({ first, second }: ComparedProps) {
  const pieces = compareTexts(first.text, second.text);
  return (
    <div className={styles['pair']}>
      <Side {...first} pieces={pieces.filter(({ kind }) => kind !== 'second')} />
      <Side {...second} pieces={pieces.filter(({ kind }) => kind !== 'first')} />
    </div>
  );
}

interface SideProps {
  title: string;
  facts: string;
  pieces: readonly Piece[];
}

function Side({ title, facts, pieces }: SideProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <small>{facts}</small>
      <p className={styles['reading']} dir="auto">
        {pieces.map(({ kind, text }, i) => {
          const Mark = ({ both: 'span', first: 'del', second: 'ins' } as const)[kind];
          // Pieces have no other name than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts do not change
          return <Mark key={i}>{text}</Mark>;
        })}
      </p>
    </section>
  );
}
