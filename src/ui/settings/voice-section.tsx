import { useState } from 'react';
import { CheckBox } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';

/** Whether answers are read aloud. */
export function VoiceSection() {
  const [readsAnswers, setReadsAnswers] = useState(() => readPreferences().readsAnswers);
  return (
    <section className={page['section']} aria-labelledby="voice">
      <h2 id="voice">{readAloudText.title}</h2>
      <CheckBox
        label={readAloudText.every}
        checked={readsAnswers}
        onChange={() => {
          setReadsAnswers(!readsAnswers);
          writePreferences({ readsAnswers: !readsAnswers });
        }}
      />
      <p className={page['lead']}>
        {readAloudText.everyLead} {readAloudText.synthetic}
      </p>
    </section>
  );
}
