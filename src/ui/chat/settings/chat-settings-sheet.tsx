import type { ChatSettings } from '#storage/chat-records.ts';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import styles from './chat-settings.module.css';
import { PresetPicker } from './preset-picker.tsx';
import { SamplingFields } from './sampling-fields.tsx';
import { SchemaEditor } from './schema-editor.tsx';
import { ToolEditor } from './tool-editor.tsx';

interface ChatSettingsSheetProps {
  settings: ChatSettings;
  onChange: (changes: Partial<ChatSettings>) => void;
  onClose: () => void;
}

/** How this chat is answered. Changes hold from the next message on; the model stays loaded. */
export function ChatSettingsSheet({ settings, onChange, onClose }: ChatSettingsSheetProps) {
  const { system, sampling, outputSchema, tools } = settings;
  return (
    <Dialog title="Settings of this chat" kind="side" onClose={onClose}>
      <section className={styles['part']}>
        <PresetPicker system={system} sampling={sampling} onPick={onChange} />
        <label className={controls['label']}>
          System prompt
          <textarea
            className={controls['field']}
            rows={4}
            value={system}
            placeholder="How the model should behave"
            onChange={(event) => onChange({ system: event.target.value })}
          />
        </label>
      </section>
      <section className={styles['part']}>
        <h3>Sampling</h3>
        <SamplingFields sampling={sampling} onChange={(next) => onChange({ sampling: next })} />
      </section>
      <section className={styles['part']}>
        <h3>Output as JSON</h3>
        <SchemaEditor schema={outputSchema} onChange={(next) => onChange({ outputSchema: next })} />
      </section>
      <section className={styles['part']}>
        <h3>Tools</h3>
        <ToolEditor tools={tools} onChange={(next) => onChange({ tools: next })} />
      </section>
    </Dialog>
  );
}
