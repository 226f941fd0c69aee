import { Download, Save, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import styles from './embeddings.module.css';
import { ExportDialog } from './export-dialog.tsx';

/** Search, save and export, above every view. */
export function ResultTools() {
  const embeddings = useEmbeddingSession();
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
    tryOrSay(embeddingsText.searchFailed, embeddings.search(text));
  };
  const save = () =>
    tryOrSay(
      embeddingsText.notSaved,
      embeddings.save().then((id) => go(`/embeddings/${id}`, { replace: true })),
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
              if (event.target.value === '') embeddings.change({ hits: null, query: '' });
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
          <Button size="small" onClick={() => embeddings.change({ lasso: null })}>
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
