import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/theme.css';
import { App } from './app/app.js';
import { preloadPage } from './app/router.js';
import { loadClientConfig } from './shared/config/client-config.js';
import { StartFailed } from './app/start-failed.js';

const root = createRoot(document.getElementById('root') as HTMLElement);

preloadPage(window.location.pathname);
loadClientConfig().then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
);
