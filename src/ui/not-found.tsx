import { Signpost } from 'lucide-react';
import { appPath } from '#contract/app-path.ts';
import { EmptyState } from '#ui/kit/arch.tsx';
import { buttonClass } from '#ui/kit/button.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';

/** Shown at an address without a page. */
export function NotFound() {
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
