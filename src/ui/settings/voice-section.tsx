import { useState } from 'react';
import { Link } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { CheckBox } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { ReadButton } from '#ui/read-aloud/read-button.tsx';
import { voiceName } from '#ui/read-aloud/session/voices.ts';
import { useHost } from '#ui/state/models.ts';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';

const SAMPLE = 'voice-sample';

/** Which voice reads aloud, and whether it reads every answer. */
export function VoiceSection() {
  const models = useHost((state) => state.models);
  const [{ readsAnswers, voiceModel, voice }, setChosen] = useState(readPreferences);
  const change = (changes: Parameters<typeof writePreferences>[0]) => {
    writePreferences(changes);
    setChosen(readPreferences());
  };
  const options = models.flatMap(({ id, title, voices = [] }) =>
    voices.map((name) => ({
      id: `${id} ${name}`,
      name: readAloudText.ofModel(voiceName(name), title),
    })),
  );
  const value = `${voiceModel} ${voice}`;
  if (!options.some(({ id }) => id === value)) {
    // Before the models are listed, none of them is deleted.
    const name = voiceName(voice);
    options.push({ id: value, name: models.length > 0 ? readAloudText.deleted(name) : name });
  }
  const text = readAloudText.sample;
  return (
    <section className={page['section']} aria-labelledby="voice">
      <h2 id="voice">{readAloudText.title}</h2>
      <p className={page['lead']}>
        {readAloudText.chosenLead} {readAloudText.synthetic}
      </p>
      <div className={controls['row']}>
        <Select
          label={readAloudText.chosen}
          options={options}
          value={value}
          onChange={(id) => {
            const [model = '', name = ''] = id.split(' ');
            change({ voiceModel: model, voice: name });
          }}
        />
        <ReadButton
          id={SAMPLE}
          label={readAloudText.listen}
          text={() => ({
            id: SAMPLE,
            title: readAloudText.listen,
            read: () => ({ text, isDone: true }),
            place: () => null,
          })}
        />
      </div>
      <p>
        <Link href="/models">{readAloudText.more}</Link>
      </p>
      <CheckBox
        label={readAloudText.every}
        checked={readsAnswers}
        onChange={() => change({ readsAnswers: !readsAnswers })}
      />
      <p className={page['lead']}>{readAloudText.everyLead}</p>
    </section>
  );
}
