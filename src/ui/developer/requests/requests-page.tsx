import { useRoute, useSearch } from 'wouter';
import { CompareView } from './compare-view.tsx';
import { RequestList } from './request-list.tsx';
import { RequestView } from './request-view.tsx';
import { SavedSets } from './saved-sets.tsx';

/** The inspector: all requests, one by its `x-request-id`, two with `?with=`, or the saved sets. */
export function RequestsPage() {
  const [, params] = useRoute('/developer/requests/:id');
  const other = new URLSearchParams(useSearch()).get('with');
  if (!params?.id) return <RequestList />;
  if (params.id === 'sets') return <SavedSets />;
  if (other !== null) return <CompareView key={other} ids={[params.id, other]} />;
  return <RequestView key={params.id} requestId={params.id} />;
}
