import './ui/theme.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startClient } from '#client/alcove.ts';
import { App } from '#ui/app.tsx';
import { createServices } from '#ui/services.ts';
import { applyTheme } from '#ui/state/preferences.ts';
import { allowOwnScripts } from '#wire/own-scripts.ts';

applyTheme();
allowOwnScripts();
const services = createServices(startClient(__ALCOVE_VERSION__));
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App services={services} />
  </StrictMode>,
);
