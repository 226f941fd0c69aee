import { ChevronDown } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { statusText } from '#ui/messages/status.ts';
import { useMeasuredSpeed } from '#ui/state/measured-speed.ts';
import { useHost } from '#ui/state/models.ts';
import { describeHost, describeModel, type Status } from './describe-status.ts';
import type { ModelChoice } from './model-choice.ts';
import styles from './page-header.module.css';

const ModelMenu = lazyView(() => import('./model-menu.tsx').then((m) => m.ModelMenu));

/** The model of the page and its state; a press opens the list of models. */
export function ModelPill({ choice }: { choice?: ModelChoice }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { kind, text, more } = useStatus(choice?.value ?? null);
  return (
    <>
      <Button
        ref={button}
        kind="plain"
        className={styles['pill']}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
        <span className={controls['unseen']}>{`${choice?.label ?? statusText.models}: `}</span>
        <span className={styles['text']}>{text}</span>
        {more !== '' && (
          <span className={styles['figures']} data-figures>
            {more}
          </span>
        )}
        <ChevronDown size={16} aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <ModelMenu
            anchor={button.current}
            onClose={() => setOpen(false)}
            {...(choice ? { choice } : {})}
          />
        </Suspense>
      )}
    </>
  );
}

/** How the model `id` stands; with null the slot that says most. */
function useStatus(id: string | null): Status {
  const speed = useMeasuredSpeed((speeds) => (id === null ? undefined : speeds[id]));
  return useHost(
    useShallow((host) => {
      if (id === null) return { ...describeHost(host), more: '' };
      return describeModel(id, host, speed);
    }),
  );
}
