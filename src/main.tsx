// Before all that follows: its worker starts while the rest is evaluated.
import './start.ts';
import '#ui/theme.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#ui/app.tsx';
import { openFirstPage } from '#ui/open-first-page.ts';
import { createServices } from '#ui/services.ts';
import { client } from './start.ts';

const services = createServices(client);
openFirstPage();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App services={services} />
  </StrictMode>,
);
