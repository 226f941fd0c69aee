import families from './model-families.json' with { type: 'json' };

/** Facts from a family's own page. */
export interface ModelFamily {
  title: string;
  summary: string;
  owner: string;
  licence: string;
  parameters: number;
  languages: readonly string[];
  page: string;
}

/** The family of a model, by the beginning of its id. @throws Error for an id of none. */
export function familyOf(id: string): ModelFamily {
  const fits = families.filter(({ start }) => id.startsWith(start));
  const [row] = fits.sort((a, b) => b.start.length - a.start.length);
  if (!row) throw new Error(`No family is known for ${id}.`);
  const { title, summary, page, licence, millions, languages = [] } = row;
  return {
    title,
    summary,
    owner: page.split('/')[0] ?? '',
    licence,
    parameters: millions * 1e6,
    languages,
    page: `https://huggingface.co/${page}`,
  };
}
