import { Download, Save, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { saveSet, search } from '#ui/embeddings/session/actions.ts';
import { setEmbeddings } from '#ui/embeddings/session/embeddings-store.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './embeddings.module.css';
import { ExportDialog } from './export-dialog.tsx';

/** The search box, saving and exporting: they are above every view. */
export function ResultTools() {
  const services = useServices();
  const [, go] = useLocation();
  const { vectors, source, query, lasso, embedded } = usePicked(
    'vectors',
    'source',
    'query',
    'lasso',
    'embedded',
  );
  const [text, setText] = useState(query);
  const [exports, setExports] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tryOrSay('The search failed', search(services, text));
  };
  const save = () =>
    tryOrSay(
      'The set was not saved',
      saveSet(services).then((id) => go(`/embeddings/${id}`, { replace: true })),
    );
  return (
    <div className={styles['tools']}>
      <search>
        <form onSubmit={submit} className={controls['row']}>
          <input
            className={`${controls['field']} ${styles['query']}`}
            type="search"
            aria-label="Search by meaning"
            placeholder="Search by meaning"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value === '') setEmbeddings({ hits: null, query: '' });
            }}
          />
          <Button type="submit">
            <Search size={18} aria-hidden /> Search
          </Button>
        </form>
      </search>
      <div className={controls['row']}>
        <span className={controls['secondary']}>
          {formatCount(vectors?.count ?? 0)} texts · {vectors?.size} numbers each · {source}
        </span>
        {lasso && (
          <Button size="small" onClick={() => setEmbeddings({ lasso: null })}>
            {formatCount(lasso.size)} caught, show all
          </Button>
        )}
        <Button disabled={!embedded} onClick={save}>
          <Save size={18} aria-hidden /> Save the set
        </Button>
        <Button onClick={() => setExports(true)}>
          <Download size={18} aria-hidden /> Export vectors
        </Button>
      </div>
      {exports && <ExportDialog onClose={() => setExports(false)} />}
    </div>
  );
}
