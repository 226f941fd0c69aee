import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { ROOMS } from './rooms.ts';

const SHORTCUTS: readonly [string, string][] = [
  ['Ctrl or Cmd + K', 'Command palette'],
  ['Ctrl or Cmd + Shift + O', 'New chat'],
  ['/', 'To the message box'],
  ['Enter', 'Send'],
  ['Shift + Enter', 'New line'],
  ['Esc', 'Stop the answer, close what is open'],
  ...ROOMS.map(({ name, letter }): [string, string] => [
    `G, then ${letter.toUpperCase()}`,
    `Open ${name}`,
  ]),
  ['?', 'This list'],
];

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <table className={controls['table']}>
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">What they do</th>
          </tr>
        </thead>
        <tbody>
          {SHORTCUTS.map(([keys, what]) => (
            <tr key={keys}>
              <td>
                <kbd>{keys}</kbd>
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
