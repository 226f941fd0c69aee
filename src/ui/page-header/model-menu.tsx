import { Check, Download } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { appPath } from '#contract/app-path.ts';
import type { ModelView } from '#contract/model-view.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import menu from '#ui/kit/menu.module.css';
import { usePopover } from '#ui/kit/use-popover.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { statusText } from '#ui/messages/status.ts';
import { useMeasuredSpeed } from '#ui/state/measured-speed.ts';
import { useHost } from '#ui/state/models.ts';
import { describeSlot, stateOf } from './describe-status.ts';
import styles from './model-menu.module.css';
import header from './page-header.module.css';

/** A model that a page uses. */
export interface ModelChoice {
  /** What the model is to the page, as "Model" or "Second model". */
  label: string;
  tasks: readonly ModelView['task'][];
  /** Empty for none yet. */
  value: string;
  onChange: (id: string) => void;
  /** A model that cannot be chosen here: the first of two. */
  except?: string;
  /** Models to download, where no other one can be chosen. */
  offers?: (close: () => void) => ReactNode;
}

const ITEM = `${menu['item']} ${styles['item']}`;

interface ModelMenuProps {
  anchor: HTMLElement | null;
  onClose: () => void;
  choice?: ModelChoice;
}

/** The models on this device with their state, and a link to more. */
export function ModelMenu({ anchor, onClose, choice }: ModelMenuProps) {
  const popover = usePopover(anchor, onClose);
  const [, go] = useLocation();
  const models = useHost((state) => state.models);
  const shown = choice
    ? models.filter(({ task, id }) => choice.tasks.includes(task) && id !== choice.except)
    : models;
  const isAlone = choice !== undefined && shown.every(({ id }) => id === choice.value);

  const follow = (path: string) => (event: MouseEvent) => {
    // A new tab or window is the browser's work.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onClose();
    go(path);
  };
  return (
    <div
      {...popover}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={choice?.label ?? statusText.models}
      className={`${menu['menu']} ${styles['models']}`}
    >
      {shown.map((model) => {
        const path: `/${string}` = `/models/${encodeURIComponent(model.id)}`;
        if (!choice) {
          return (
            <a
              key={model.id}
              role="menuitem"
              className={ITEM}
              href={appPath(path)}
              onClick={follow(path)}
            >
              <ModelLine model={model} />
            </a>
          );
        }
        const isChosen = model.id === choice.value;
        return (
          <Button
            key={model.id}
            kind="plain"
            role="menuitemradio"
            aria-checked={isChosen}
            tabIndex={-1}
            className={ITEM}
            onClick={() => {
              onClose();
              choice.onChange(model.id);
            }}
          >
            <ModelLine model={model} />
            {isChosen && <Check size={16} aria-hidden />}
          </Button>
        );
      })}
      {isAlone && choice.offers?.(onClose)}
      <a
        role="menuitem"
        className={`${ITEM} ${styles['more']}`}
        href={appPath('/models')}
        onClick={follow('/models')}
      >
        <Download size={16} aria-hidden />
        {statusText.getMore}
      </a>
    </div>
  );
}

function ModelLine({ model }: { model: ModelView }) {
  const slot = useHost(({ status }) => status.slots.find((s) => s.model === model.id));
  const speed = useMeasuredSpeed((speeds) => speeds[model.id]);
  const open = slot && slot.state !== 'closed' ? slot : null;
  const kind = open ? describeSlot(open, model.title).kind : 'idle';
  const state = open ? stateOf(open) : statusText.notLoaded;
  const facts = [
    model.boundary ? statusText[model.boundary] : state,
    open === null && model.downloadBytes > 0 ? formatBytes(model.downloadBytes) : null,
    speed === undefined ? null : chatThreadText.speed(formatCount(Math.round(speed))),
  ];
  return (
    <>
      <span
        className={`${header['dot']} ${header[model.boundary ? 'remote' : kind]}`}
        aria-hidden
      />
      <span className={styles['model']}>
        <span className={styles['name']}>{model.title}</span>
        <span className={styles['facts']} data-figures>
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  );
}
