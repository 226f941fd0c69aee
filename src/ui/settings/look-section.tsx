import { useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { type Preferences, readPreferences, writePreferences } from '#ui/state/preferences.ts';

const THEMES: readonly [Preferences['theme'], string][] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function LookSection() {
  const [theme, setTheme] = useState(() => readPreferences().theme);
  return (
    <section className={page['section']} aria-labelledby="look">
      <h2 id="look">Theme</h2>
      <fieldset className={controls['fieldset']}>
        <legend className={controls['unseen']}>Theme</legend>
        {THEMES.map(([value, name]) => (
          <label key={value} className={controls['check']}>
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => {
                setTheme(value);
                writePreferences({ theme: value });
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
