import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Preset, Sampling } from '#storage/chat-records.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/select.tsx';
import { chatSettingsText } from '#ui/messages/chat-settings.ts';
import { useServices } from '#ui/services.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './chat-settings.module.css';

interface PresetPickerProps {
  system: string;
  sampling: Sampling;
  onPick: (preset: { system: string; sampling: Sampling }) => void;
}

/** System prompts with their sampling, saved under a name. */
export function PresetPicker({ system, sampling, onPick }: PresetPickerProps) {
  const { database } = useServices();
  const presets: readonly Preset[] =
    useWatched(() => database.presets.orderBy('name').toArray(), 'presets') ?? [];
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [isNaming, setNaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  async function save() {
    const id = presets.find((p) => p.name === name.trim())?.id ?? crypto.randomUUID();
    await database.presets.put({ id, name: name.trim(), system, sampling });
    setChosen(id);
    setName('');
    setNaming(false);
    // The field is gone, and the focus with it.
    opener.current?.focus();
  }

  async function remove() {
    await database.presets.delete(chosen);
    setChosen('');
  }

  return (
    <div className={styles['presets']}>
      <div className={styles['row']}>
        {presets.length > 0 && (
          <Select
            label={chatSettingsText.preset}
            isLabelHidden
            options={[{ id: '', name: chatSettingsText.preset }, ...presets]}
            value={chosen}
            onChange={(id) => {
              setChosen(id);
              const preset = presets.find((p) => p.id === id);
              if (preset) onPick({ system: preset.system, sampling: preset.sampling });
            }}
          />
        )}
        <Button
          ref={opener}
          kind="quiet"
          size="small"
          aria-expanded={isNaming}
          onClick={() => setNaming(!isNaming)}
        >
          {chatSettingsText.saveAsPreset}
        </Button>
        {chosen !== '' && (
          <IconButton
            icon={Trash2}
            label={chatSettingsText.deletePreset}
            onClick={() => reportFailure(chatSettingsText.presetNotDeleted, remove())}
          />
        )}
      </div>
      {isNaming && (
        <form
          className={controls['row']}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') reportFailure(chatSettingsText.presetNotSaved, save());
          }}
        >
          <Field
            label={chatSettingsText.presetName}
            isLabelHidden
            placeholder={chatSettingsText.presetName}
            value={name}
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="small" type="submit" disabled={name.trim() === ''}>
            {chatSettingsText.savePreset}
          </Button>
        </form>
      )}
    </div>
  );
}
