import { type FormEvent, useState } from 'react';
import { DEFAULT_ALIASES } from '#catalog/aliases.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { settingsText } from '#ui/messages/settings.ts';
import { useHost } from '#ui/state/models.ts';
import styles from './hub-section.module.css';
import type { SettingsProps } from './use-settings.ts';

/** What an alias for a whole task is called. */
const BEST = {
  chat: 'bestChat',
  embeddings: 'bestEmbeddings',
  speech: 'bestSpeech',
  'audio-chat': 'bestAudioChat',
  rerank: 'bestRerank',
  voice: 'bestVoice',
  speakers: 'bestSpeakers',
  ocr: 'bestOcr',
} as const satisfies Record<ModelView['task'], keyof typeof settingsText>;

/** Where models come from, and which ids other than their own they answer to. */
export function HubSection({ settings, change }: SettingsProps) {
  return (
    <section className={page['section']} aria-labelledby="hub">
      <h2 id="hub">{settingsText.hubAndAliases}</h2>
      <HubField hub={settings.hub} onChange={(hub) => change({ hub })} />
      <details className={styles['more']}>
        <summary>{settingsText.aliases}</summary>
        <div className={page['section']}>
          <p className={controls['secondary']}>{settingsText.aboutAliases}</p>
          <Aliases aliases={settings.aliases} onChange={(aliases) => change({ aliases })} />
        </div>
      </details>
    </section>
  );
}

function HubField({ hub, onChange }: { hub: string; onChange: (hub: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function apply() {
    if (draft === null) return;
    const text = draft.trim().replace(/\/+$/, '');
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol)) {
      setError(settingsText.hubProblem);
      return;
    }
    setError(null);
    setDraft(null);
    onChange(text);
  }

  return (
    <Field
      label={settingsText.hub}
      type="url"
      value={draft ?? hub}
      error={error}
      spellCheck={false}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !inComposition(event.nativeEvent)) apply();
      }}
    />
  );
}

interface AliasesProps {
  aliases: ServiceSettings['aliases'];
  onChange: (aliases: ServiceSettings['aliases']) => void;
}

function Aliases({ aliases, onChange }: AliasesProps) {
  const models = useHost((state) => state.models);
  const [name, setName] = useState('');
  const options = [
    { id: '', name: settingsText.removeAlias },
    ...Object.entries(BEST).map(([id, text]) => ({ id, name: settingsText[text] })),
    ...models.map(({ id, title }) => ({ id, name: title })),
  ];

  function choose(alias: string, target: string) {
    const { [alias]: _, ...others } = aliases;
    onChange(target === '' ? others : { ...aliases, [alias]: target });
  }

  function add(event: FormEvent) {
    event.preventDefault();
    onChange({ ...aliases, [name.trim()]: 'chat' });
    setName('');
  }

  return (
    <>
      <ul className={`${page['grid']} ${styles['aliases']}`} aria-label={settingsText.aliases}>
        {Object.entries(aliases).map(([alias, target]) => (
          <li key={alias}>
            <Select
              label={<code>{alias}</code>}
              options={options}
              value={target}
              onChange={(next) => choose(alias, next)}
            />
          </li>
        ))}
      </ul>
      <form className={controls['row']} onSubmit={add}>
        <Field
          label={settingsText.newAlias}
          value={name}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {settingsText.add}
        </Button>
        <Button onClick={() => onChange({ ...DEFAULT_ALIASES })}>
          {settingsText.resetAliases}
        </Button>
      </form>
    </>
  );
}
