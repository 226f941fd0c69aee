import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePicked, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { ReadButton, useStopOnLeave } from '#ui/read-aloud/read-button.tsx';
import lists from './lists.module.css';
import { TextList } from './text-list.tsx';

interface NearListProps {
  index: number;
  /** Name of the text's group, when the map shows groups. */
  group?: string | undefined;
  /** By row, as on the map. */
  colours?: readonly string[];
}

/** One text with its columns and the texts nearest to it. */
export function NearList({ index, group, colours }: NearListProps) {
  const set = useTextSet();
  const { embedded, near } = usePicked('embedded', 'near');
  useEffect(() => {
    set.findNear(index).catch(reportError);
  }, [set, index]);
  const shown = useRef<HTMLParagraphElement>(null);
  const id = `text-${index}`;
  useStopOnLeave(id);
  if (!embedded) return null;
  const text = embedded.texts[index] ?? '';
  const isFound = near?.index === index;
  return (
    <aside className={lists['near']} aria-label={embeddingsText.nearestTexts} aria-busy={!isFound}>
      <div className={lists['chosen']}>
        <p ref={shown} dir="auto">
          {text}
        </p>
        <ReadButton
          id={id}
          text={() => ({
            id,
            title: embeddingsText.nearestTexts,
            read: () => ({ text, isDone: true }),
            place: () => shown.current && { element: shown.current, from: 0 },
          })}
        />
        <IconButton
          icon={X}
          size="small"
          label={embeddingsText.closeText}
          onClick={() => set.select(null)}
        />
      </div>
      <dl className={lists['facts']}>
        {group !== undefined && (
          <div>
            <dt>{embeddingsText.group}</dt>
            <dd>{group}</dd>
          </div>
        )}
        {embedded.columns.map(({ name, values }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{values[index]}</dd>
          </div>
        ))}
      </dl>
      <TextList
        title={embeddingsText.nearestTexts}
        rows={isFound ? near.neighbours : []}
        {...(colours ? { colours } : {})}
      />
    </aside>
  );
}
