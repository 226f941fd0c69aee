import { Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEmbeddings, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Field } from '#ui/kit/field.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import results from './results.module.css';

/** Finds the texts nearest to the query; an empty field shows all texts again. */
export function SearchField() {
  const set = useTextSet();
  const query = useEmbeddings((state) => state.query);
  const [text, setText] = useState(query);
  // Only a phone folds it: there it takes a row of its own.
  const [isOpen, setOpen] = useState(query !== '');
  const field = useRef<HTMLInputElement>(null);
  const unfold = () => {
    flushSync(() => setOpen(!isOpen));
    if (!isOpen) field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reportFailure(embeddingsText.searchFailed, set.search(text));
  };
  return (
    <>
      <IconButton
        icon={Search}
        label={embeddingsText.searchByMeaning}
        className={results['phone']}
        aria-expanded={isOpen}
        onClick={unfold}
      />
      <search className={`${results['search']} ${isOpen ? '' : results['closed']}`}>
        <form onSubmit={submit}>
          <Field
            ref={field}
            type="search"
            label={embeddingsText.searchByMeaning}
            isLabelHidden
            placeholder={embeddingsText.searchByMeaning}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value === '') set.clearSearch();
            }}
          />
          <Button type="submit" icon={Search}>
            {embeddingsText.search}
          </Button>
        </form>
      </search>
    </>
  );
}
