import { useState } from 'react';
import { DEFAULT_ALIASES } from '#catalog/aliases.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import page from '#ui/kit/page.module.css';
import { Problem } from '#ui/kit/problem.tsx';
import { useHost } from '#ui/state/models.ts';
import styles from './hub-section.module.css';
import { useSettings } from './use-settings.ts';

const TASKS = { chat: 'chat', embeddings: 'embeddings', speech: 'speech', 'audio-chat': 'audio' };

/** Where models come from, and which ids other than their own they answer to. */
export function HubSection() {
  const [settings, change] = useSettings();
  if (!settings) return null;
  return (
    <section className={page['section']} aria-labelledby="hub">
      <h2 id="hub">Model hub and aliases</h2>
      <HubField hub={settings.hub} onChange={(hub) => change({ hub })} />
      <p className={controls['secondary']}>
        Clients written for a hosted service ask for its ids. Each is answered by the model chosen
        here; for a task, by the largest of its models on this device.
      </p>
      <Aliases aliases={settings.aliases} onChange={(aliases) => change({ aliases })} />
    </section>
  );
}

function HubField({ hub, onChange }: { hub: string; onChange: (hub: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function take() {
    if (draft === null) return;
    const text = draft.trim().replace(/\/+$/, '');
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol)) {
      setProblem('Write a whole address, such as https://huggingface.co.');
      return;
    }
    setProblem(null);
    setDraft(null);
    onChange(text);
  }
  return (
    <label className={controls['label']}>
      Models are downloaded from
      <input
        type="url"
        className={controls['field']}
        value={draft ?? hub}
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
      />
      <Problem text={problem} />
    </label>
  );
}

interface AliasesProps {
  aliases: ServiceSettings['aliases'];
  onChange: (aliases: ServiceSettings['aliases']) => void;
}

function Aliases({ aliases, onChange }: AliasesProps) {
  const models = useHost((state) => state.models);
  const [name, setName] = useState('');
  const without = (alias: string) =>
    Object.fromEntries(Object.entries(aliases).filter(([other]) => other !== alias));
  return (
    <>
      <ul className={`${page['grid']} ${styles['aliases']}`} aria-label="Aliases">
        {Object.entries(aliases).map(([alias, target]) => (
          <li key={alias}>
            <label className={controls['label']}>
              <code>{alias}</code>
              <select
                className={controls['field']}
                value={target}
                onChange={(event) =>
                  onChange(
                    event.target.value === ''
                      ? without(alias)
                      : { ...aliases, [alias]: event.target.value },
                  )
                }
              >
                <option value="">Nothing: remove</option>
                {Object.entries(TASKS).map(([task, label]) => (
                  <option key={task} value={task}>
                    Best for {label}
                  </option>
                ))}
                {models.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
      <form
        className={page['grid']}
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ ...aliases, [name.trim()]: 'chat' });
          setName('');
        }}
      >
        <label className={controls['label']}>
          Another id
          <input
            className={controls['field']}
            value={name}
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={name.trim() === ''}>
          Add
        </Button>
        <Button onClick={() => onChange({ ...DEFAULT_ALIASES })}>Restore the usual ones</Button>
      </form>
    </>
  );
}
