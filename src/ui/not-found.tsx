import { Signpost } from 'lucide-react';
import { useEffect } from 'react';
import { appPath } from '#contract/app-path.ts';
import { EmptyState } from '#ui/kit/arch.tsx';
import { buttonClass } from '#ui/kit/button.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';

/** Shown at an address without a page. The documents are files: the name of their folder alone leads to the first of them. */
export function NotFound() {
  const isDocs = location.pathname.replace(/\/$/, '') === appPath('/docs');
  useEffect(() => {
    if (isDocs) location.replace(appPath('/docs/index.html'));
  }, [isDocs]);
  if (isDocs) return null;
  return (
    <>
      <PageHeader title={shellText.notFound} />
      <EmptyState
        picture={<Signpost size={40} strokeWidth={1.5} />}
        title={shellText.nothingHere}
        text={shellText.nothingHereLead}
      >
        <a className={buttonClass({ kind: 'primary' })} href={appPath('/chat')}>
          {shellText.openChat}
        </a>
      </EmptyState>
    </>
  );
}
