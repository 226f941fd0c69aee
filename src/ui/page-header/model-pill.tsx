import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { statusText } from '#ui/messages/status.ts';
import { useMeasuredSpeed } from '#ui/state/measured-speed.ts';
import { useHost } from '#ui/state/models.ts';
import { describeHost, describeModel, type Status } from './describe-status.ts';
import type { ModelChoice } from './model-menu.tsx';
import styles from './page-header.module.css';

const ModelMenu = lazyView(() => import('./model-menu.tsx').then((m) => m.ModelMenu));

interface PillProps {
  choice?: ModelChoice;
  /** For a pill that opens by itself until a model is chosen: called when its menu closes. */
  onDismiss?: () => void;
}

/** The model of the page and its state; a press opens the list of models. */
export function ModelPill({ choice, onDismiss }: PillProps) {
  const [isOpen, setOpen] = useState(false);
  const opensItself = onDismiss !== undefined;
  // Once the button is there, which the menu stands next to.
  useEffect(() => {
    if (opensItself) setOpen(true);
  }, [opensItself]);
  const button = useRef<HTMLButtonElement>(null);
  const { kind, text, more } = useStatus(choice);
  const close = () => {
    setOpen(false);
    onDismiss?.();
  };
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
        {choice?.value !== '' && (
          <span className={controls['unseen']}>{`${choice?.label ?? statusText.models}: `}</span>
        )}
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
          <ModelMenu anchor={button.current} onClose={close} {...(choice ? { choice } : {})} />
        </Suspense>
      )}
    </>
  );
}

/** How the model of a page stands; without one the slot that says most. */
function useStatus(choice: ModelChoice | undefined): Status {
  const id = choice?.value ?? null;
  const speed = useMeasuredSpeed((speeds) => (id === null ? undefined : speeds[id]));
  return useHost(
    useShallow((host) => {
      if (id === null) return { ...describeHost(host), more: '' };
      if (id === '') return { kind: 'idle', text: choice?.label ?? '', more: '' } as const;
      return describeModel(id, host, speed);
    }),
  );
}
