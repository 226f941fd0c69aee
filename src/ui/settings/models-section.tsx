import { useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { useHost } from '#ui/state/models.ts';
import { type Preferences, readPreferences, writePreferences } from '#ui/state/preferences.ts';

const DEFAULTS = [
  { name: 'chatModel', label: 'New chats', tasks: ['chat', 'audio-chat'] },
  { name: 'speechModel', label: 'Transcripts', tasks: ['speech', 'audio-chat'] },
  { name: 'embeddingModel', label: 'Embeddings and documents', tasks: ['embeddings'] },
] as const;

/** Which model answers where nothing else is chosen. */
export function ModelsSection() {
  const models = useHost((state) => state.models);
  const [chosen, setChosen] = useState<Preferences>(readPreferences);
  return (
    <section className={page['section']} aria-labelledby="models">
      <h2 id="models">Default models</h2>
      <div className={page['grid']}>
        {DEFAULTS.map(({ name, label, tasks }) => (
          <label key={name} className={controls['label']}>
            {label}
            <select
              className={controls['field']}
              value={chosen[name]}
              onChange={(event) => {
                writePreferences({ [name]: event.target.value });
                setChosen(readPreferences());
              }}
            >
              {models
                .filter((model) => (tasks as readonly string[]).includes(model.task))
                .map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
            </select>
          </label>
        ))}
      </div>
    </section>
  );
}
