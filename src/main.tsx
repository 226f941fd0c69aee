// First: it declares the order of the layers, which the first stylesheet decides.
import './ui/theme.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startClient } from '#client/alcove.ts';
import { App } from '#ui/app.tsx';
import { allowOwnScripts } from '#wire/own-scripts.ts';

allowOwnScripts();
const client = startClient(__ALCOVE_VERSION__);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
);
