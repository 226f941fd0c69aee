import { useRoute } from 'wouter';
import { RequestList } from './request-list.tsx';
import { RequestView } from './request-view.tsx';
import { SavedSets } from './saved-sets.tsx';

/** The inspector: all requests, one by its `x-request-id`, or the saved sets. */
export function RequestsPage() {
  const [, params] = useRoute('/developer/requests/:id');
  if (!params?.id) return <RequestList />;
  if (params.id === 'sets') return <SavedSets />;
  return <RequestView key={params.id} requestId={params.id} />;
}
