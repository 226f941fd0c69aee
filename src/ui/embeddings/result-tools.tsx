import { Download, Save, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { search } from '#ui/embeddings/session/actions.ts';
import { setEmbeddings } from '#ui/embeddings/session/embeddings-store.ts';
import { saveSet } from '#ui/embeddings/session/stored-sets.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './embeddings.module.css';
import { ExportDialog } from './export-dialog.tsx';

/** Search, save and export, above every view. */
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
    tryOrSay(embeddingsText.searchFailed, search(services, text));
  };
  const save = () =>
    tryOrSay(
      embeddingsText.notSaved,
      saveSet(services).then((id) => go(`/embeddings/${id}`, { replace: true })),
    );
  return (
    <div className={styles['tools']}>
      <search>
        <form onSubmit={submit} className={controls['row']}>
          <Field
            className={styles['query']}
            type="search"
            label={embeddingsText.searchByMeaning}
            isLabelHidden
            placeholder={embeddingsText.searchByMeaning}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value === '') setEmbeddings({ hits: null, query: '' });
            }}
          />
          <Button type="submit">
            <Search size={18} aria-hidden /> {embeddingsText.search}
          </Button>
        </form>
      </search>
      <div className={controls['row']}>
        <span className={controls['secondary']}>
          {vectors && embeddingsText.summary(vectors.count, formatCount(vectors.size), source)}
        </span>
        {lasso && (
          <Button size="small" onClick={() => setEmbeddings({ lasso: null })}>
            {embeddingsText.clearSelection(lasso.size)}
          </Button>
        )}
        <Button disabled={!embedded} onClick={save}>
          <Save size={18} aria-hidden /> {embeddingsText.saveSet}
        </Button>
        <Button onClick={() => setExports(true)}>
          <Download size={18} aria-hidden /> {embeddingsText.exportVectors}
        </Button>
      </div>
      {exports && <ExportDialog onClose={() => setExports(false)} />}
    </div>
  );
}
