import { Dialog } from '#ui/kit/dialog.tsx';
import { Table } from '#ui/kit/table.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { describeShortcut, KEY_COMMANDS } from './commands.ts';

/** All keyboard shortcuts: commands first, then the message box. */
function listKeys(): [keys: string, label: string][] {
  return [
    ...KEY_COMMANDS.flatMap(({ shortcut, label }): [string, string][] =>
      shortcut ? [[describeShortcut(shortcut), label()]] : [],
    ),
    [shellText.enter, shellText.send],
    [`${shellText.shift} + ${shellText.enter}`, shellText.newLine],
    [shellText.escape, shellText.stopOrClose],
  ];
}

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={shellText.keyboardShortcuts} onClose={onClose}>
      <Table columns={[shellText.keys, shellText.does]}>
        {listKeys().map(([keys, label]) => (
          <tr key={keys}>
            <td>
              <kbd>{keys}</kbd>
            </td>
            <td>{label}</td>
          </tr>
        ))}
      </Table>
    </Dialog>
  );
}
