import { moveText } from '#ui/messages/backups.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { type MoveRole, showStep, useMove } from './move-view.ts';

/** Leaving the page would end the move: the browser asks first. */
const warn = (event: Event) => event.preventDefault();

/** Begins a move; its code is loaded now, as few people ever need it. */
export function openMove(role: MoveRole, services: Services): void {
  if (useMove.getState().move) return;
  const controller = new AbortController();
  useMove.setState({
    move: {
      role,
      view: { step: 'opening' },
      byText: false,
      cancel: () => controller.abort(),
      pause: () => {},
      renew: () => {},
      exchange: null,
      enter: () => false,
    },
  });
  addEventListener('beforeunload', warn);
  import('./run-move.ts')
    .then(({ runMove }) => runMove(role, services, controller))
    .catch((error: unknown) => {
      const text = moveText.failedHere(describeError(error));
      showStep({ step: 'failed', text, canShowNewCode: false });
    })
    .finally(() => removeEventListener('beforeunload', warn));
}
