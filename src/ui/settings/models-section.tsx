import { useState } from 'react';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { settingsText } from '#ui/messages/settings.ts';
import { useHost } from '#ui/state/models.ts';
import { type Preferences, readPreferences, writePreferences } from '#ui/state/preferences.ts';

const DEFAULTS = [
  { name: 'chatModel', label: 'newChats', tasks: ['chat', 'audio-chat'] },
  { name: 'speechModel', label: 'transcripts', tasks: ['speech', 'audio-chat'] },
  { name: 'embeddingModel', label: 'embeddings', tasks: ['embeddings'] },
] as const;

/** Which model answers where nothing else is chosen. */
export function ModelsSection() {
  const models = useHost((state) => state.models);
  const [chosen, setChosen] = useState<Preferences>(readPreferences);
  return (
    <section className={page['section']} aria-labelledby="models">
      <h2 id="models">{settingsText.defaultModels}</h2>
      <div className={page['grid']}>
        {DEFAULTS.map(({ name, label, tasks }) => (
          <Select
            key={name}
            label={settingsText[label]}
            options={models
              .filter((model) => (tasks as readonly string[]).includes(model.task))
              .map(({ id, title }) => ({ id, name: title }))}
            value={chosen[name]}
            onChange={(id) => {
              writePreferences({ [name]: id });
              setChosen(readPreferences());
            }}
          />
        ))}
      </div>
    </section>
  );
}
