import { useState } from 'react';
import type { Preset, Sampling } from '#storage/chat-records.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';

interface PresetPickerProps {
  system: string;
  sampling: Sampling;
  onPick: (preset: { system: string; sampling: Sampling }) => void;
}

/** System prompts with their sampling, kept under a name. */
export function PresetPicker({ system, sampling, onPick }: PresetPickerProps) {
  const { database } = useServices();
  const presets: readonly Preset[] =
    useWatched(() => database.presets.orderBy('name').toArray(), 'presets') ?? [];
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');

  async function save() {
    const id = presets.find((p) => p.name === name.trim())?.id ?? crypto.randomUUID();
    await database.presets.put({ id, name: name.trim(), system, sampling });
    setChosen(id);
    setName('');
  }

  async function remove() {
    await database.presets.delete(chosen);
    setChosen('');
  }

  return (
    <>
      {presets.length > 0 && (
        <div className={controls['row']}>
          <label className={controls['label']}>
            Preset
            <select
              className={controls['field']}
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value);
                const preset = presets.find((p) => p.id === event.target.value);
                if (preset) onPick({ system: preset.system, sampling: preset.sampling });
              }}
            >
              <option value="">None</option>
              {presets.map((preset) => (
                <option key={preset.id} value={preset.id}>
                  {preset.name}
                </option>
              ))}
            </select>
          </label>
          {chosen !== '' && (
            <Button kind="danger" size="small" onClick={() => tryOrSay('The preset', remove())}>
              Delete preset
            </Button>
          )}
        </div>
      )}
      <form
        className={controls['row']}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') tryOrSay('The preset', save());
        }}
      >
        <input
          className={controls['field']}
          aria-label="Name of a preset"
          placeholder="Keep as a preset under a name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button size="small" type="submit" disabled={name.trim() === ''}>
          Save preset
        </Button>
      </form>
    </>
  );
}
