import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import page from '#ui/kit/page.module.css';
import { developerText } from '#ui/messages/developer.ts';
import { PageHeader, PageTabs } from '#ui/page-header/page-header.tsx';
import styles from './developer.module.css';
import { FirstCall } from './first-call/first-call.tsx';
import { KeysSection } from './keys-section.tsx';
import { UsageSection } from './usage/usage-section.tsx';

const Batches = lazyView(() =>
  import('./batches/batches-section.tsx').then((m) => m.BatchesSection),
);
const Connect = lazyView(() => import('./connect.tsx').then((m) => m.Connect));
const Playground = lazyView(() => import('./playground/playground.tsx').then((m) => m.Playground));
const RequestsPage = lazyView(() =>
  import('./requests/requests-page.tsx').then((m) => m.RequestsPage),
);
const Reference = lazyView(() => import('./reference.tsx').then((m) => m.Reference));

const TABS = [
  { path: '/developer', text: 'firstCall' },
  { path: '/developer/keys', text: 'keys' },
  { path: '/developer/connect', text: 'connect' },
  { path: '/developer/requests', text: 'requestLog' },
  { path: '/developer/usage', text: 'usage' },
  { path: '/developer/batches', text: 'batches' },
  { path: '/developer/playground', text: 'playground' },
  { path: '/developer/reference', text: 'reference' },
] as const;

/** For people who write programs against `/v1`. */
export function DeveloperPage() {
  const [location] = useLocation();
  return (
    <>
      <PageHeader title={developerText.title} />
      <div className={`${page['page']} ${styles['page']}`}>
        {location === '/developer' && <p className={page['lead']}>{developerText.lead}</p>}
        <PageTabs
          label={developerText.title}
          tabs={TABS.map(({ path, text }) => ({ path, name: developerText[text] }))}
        />
        <Suspense fallback={<p className={controls['secondary']}>{developerText.opening}</p>}>
          <Guard title={developerText.tabNotShown} resetKey={location}>
            <Switch>
              <Route path="/developer/connect" component={Connect} />
              <Route path="/developer/requests/*?" component={RequestsPage} />
              <Route path="/developer/usage" component={UsageSection} />
              <Route path="/developer/batches" component={Batches} />
              <Route path="/developer/playground" component={Playground} />
              <Route path="/developer/reference" component={Reference} />
              <Route path="/developer/keys" component={KeysSection} />
              <Route component={FirstCall} />
            </Switch>
          </Guard>
        </Suspense>
      </div>
    </>
  );
}
