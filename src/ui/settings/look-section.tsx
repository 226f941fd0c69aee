import { useState } from 'react';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { LANGUAGES, type Language, type LanguageChoice } from '#ui/messages/catalogue.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { changeLanguage } from '#ui/state/language.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';
import { reportFailure } from '#ui/state/toasts.ts';

const THEMES = ['system', 'light', 'dark'] as const;

/** The theme and the language of the app. */
export function LookSection() {
  const [theme, setTheme] = useState(() => readPreferences().theme);
  return (
    <section className={page['section']} aria-labelledby="look">
      <h2 id="look">{settingsText.appearance}</h2>
      <fieldset className={controls['fieldset']}>
        <legend className={controls['unseen']}>{settingsText.theme}</legend>
        {THEMES.map((value) => (
          <CheckBox
            key={value}
            type="radio"
            name="theme"
            label={settingsText[value]}
            value={value}
            checked={theme === value}
            onChange={() => {
              setTheme(value);
              writePreferences({ theme: value });
            }}
          />
        ))}
      </fieldset>
      <div className={page['grid']}>
        <LanguageField />
      </div>
    </section>
  );
}

function LanguageField() {
  const options: { id: LanguageChoice; name: string }[] = [
    { id: 'system', name: settingsText.system },
    ...Object.entries(LANGUAGES).map(([id, name]) => ({ id: id as Language, name })),
  ];
  return (
    <Select
      id="language"
      label={settingsText.language}
      options={options}
      value={readPreferences().language}
      onChange={(choice) => {
        // The app is drawn again: the field gets the focus back.
        const changed = changeLanguage(choice).then(() =>
          document.getElementById('language')?.focus(),
        );
        reportFailure(settingsText.changing, changed);
      }}
    />
  );
}
