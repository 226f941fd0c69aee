import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { kitText } from '#ui/messages/kit.ts';
import { modelsText } from '#ui/messages/models.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload, useCatalog, watchCatalog } from '#ui/state/catalog.ts';
import { searchCatalog, suggestedFor } from '#ui/state/catalog-choice.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { CatalogCard } from './catalog-card.tsx';
import styles from './models.module.css';

/** Models offered first: more than a screen of them helps nobody to choose. */
const MAX_SUGGESTED = 6;
/** Found models shown at once. */
const MAX_FOUND = 40;
/** The form of a name on the hub, in every language. */
const NAME_FORM = 'owner/name';

/** Models that can be downloaded: those that suit this device, all others, and any of the hub. */
export function CatalogSection() {
  const { control } = useServices();
  const entries = useCatalog((state) => state.entries);
  const device = useCatalog((state) => state.device);
  const [words, setWords] = useState('');
  useEffect(() => watchCatalog(control), [control]);
  if (!entries) return <p className={controls['secondary']}>{modelsText.readingCatalogue}</p>;
  const here = entries.filter(({ state }) => state.kind !== 'available');
  const others = entries.filter(({ state }) => state.kind === 'available');
  const suggested = device ? suggestedFor(others, device).slice(0, MAX_SUGGESTED) : [];
  const found = searchCatalog(others, words, device);
  return (
    <section className={styles['catalog']} aria-labelledby="catalog">
      <h3 id="catalog">{modelsText.toDownload}</h3>
      <p className={controls['secondary']}>{modelsText.aboutDownloads}</p>
      {here.length > 0 && <Cards title={modelsText.yours} entries={here} device={device} />}
      {suggested.length > 0 && (
        <Cards title={modelsText.forThisDevice} entries={suggested} device={device} />
      )}
      <details>
        <summary>{modelsText.all(others.length)}</summary>
        <div className={styles['all']}>
          <Field
            label={modelsText.search}
            type="search"
            value={words}
            placeholder={modelsText.searchExample}
            onChange={(event) => setWords(event.target.value)}
          />
          <Cards
            title={modelsText.found(found.length)}
            entries={found.slice(0, MAX_FOUND)}
            device={device}
          />
          {found.length > MAX_FOUND && (
            <p className={controls['secondary']}>
              {modelsText.moreFound(found.length - MAX_FOUND)}
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
            <Guard title={kitText.notShown(entry.model.id)} resetKey={entry}>
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
      <Field
        label={modelsText.otherModel}
        value={name}
        placeholder={NAME_FORM}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={isAsking || name.trim() === ''}>
        {isAsking ? modelsText.checking : modelsText.checkAndDownload}
      </Button>
      {problem !== null && <Problem text={problem} />}
    </form>
  );
}
