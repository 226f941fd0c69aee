import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useEmbeddingSession, useEmbeddings } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import results from './results.module.css';

/** Finds the texts nearest to the query; an empty field shows all texts again. */
export function SearchField() {
  const embeddings = useEmbeddingSession();
  const query = useEmbeddings((state) => state.query);
  const [text, setText] = useState(query);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reportFailure(embeddingsText.searchFailed, embeddings.search(text));
  };
  return (
    <search className={results['search']}>
      <form onSubmit={submit}>
        <Field
          type="search"
          label={embeddingsText.searchByMeaning}
          isLabelHidden
          placeholder={embeddingsText.searchByMeaning}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === '') embeddings.clearSearch();
          }}
        />
        <Button type="submit" icon={Search}>
          {embeddingsText.search}
        </Button>
      </form>
    </search>
  );
}
