import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useServices } from '#ui/services.ts';
import { beginDownload, useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { searchCatalog, suggestedFor } from '#ui/state/catalog-choice.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { CatalogCard } from './catalog-card.tsx';
import styles from './models.module.css';

/** Models offered first: more than a screen of them helps nobody to choose. */
const MOST_SUGGESTED = 6;
/** Found models shown at once. */
const MOST_FOUND = 40;

/** Models that can be downloaded: those that suit this device, all others, and any of the hub. */
export function CatalogSection() {
  const { control } = useServices();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  const [words, setWords] = useState('');
  useEffect(() => watchCatalog(control), [control]);
  if (!entries) return <p className={controls['secondary']}>Looking up the catalogue…</p>;
  const here = entries.filter(({ state }) => state.kind !== 'available');
  const others = entries.filter(({ state }) => state.kind === 'available');
  const suggested = device ? suggestedFor(others, device).slice(0, MOST_SUGGESTED) : [];
  const found = searchCatalog(others, words, device);
  return (
    <section className={styles['catalog']} aria-labelledby="catalog">
      <h3 id="catalog">Models to download</h3>
      <p className={controls['secondary']}>
        Files come from the model hub once, are checked, and stay on this device.
      </p>
      {here.length > 0 && <Cards title="Yours" entries={here} device={device} />}
      {suggested.length > 0 && (
        <Cards title="For this device" entries={suggested} device={device} />
      )}
      <details>
        <summary>All {others.length} models</summary>
        <div className={styles['all']}>
          <label className={controls['label']}>
            Search
            <input
              type="search"
              className={controls['field']}
              value={words}
              placeholder="qwen, whisper, embeddings"
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <Cards
            title={`${found.length} found`}
            entries={found.slice(0, MOST_FOUND)}
            device={device}
          />
          {found.length > MOST_FOUND && (
            <p className={controls['secondary']}>
              Search to see the other {found.length - MOST_FOUND}.
            </p>
          )}
        </div>
      </details>
      <AddModel />
    </section>
  );
}

interface CardsProps {
  title: string;
  entries: Parameters<typeof CatalogCard>[0]['entry'][];
  device: Parameters<typeof CatalogCard>[0]['device'];
}

function Cards({ title, entries, device }: CardsProps) {
  return (
    <>
      <h4 className={controls['secondary']}>{title}</h4>
      <ul className={styles['list']} aria-label={title}>
        {entries.map((entry) => (
          <li key={entry.model.id}>
            <Guard title={`“${entry.model.id}” could not be shown.`} resetKey={entry}>
              <CatalogCard entry={entry} device={device} />
            </Guard>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Any model of the hub, by its name or the address of its page. */
function AddModel() {
  const { control } = useServices();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  async function add(event: FormEvent) {
    event.preventDefault();
    setAsking(true);
    setProblem(null);
    try {
      const id = await control((c) => c.addModel(name));
      await beginDownload(control, id);
      setName('');
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <form className={styles['add']} onSubmit={add}>
      <label className={controls['label']}>
        Another model of the hub
        <input
          className={controls['field']}
          value={name}
          placeholder="owner/name"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={isAsking || name.trim() === ''}>
        {isAsking ? 'Looking…' : 'Check and download'}
      </Button>
      {problem !== null && <Problem text={problem} />}
    </form>
  );
}
