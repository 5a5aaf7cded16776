import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/theme.css';
import './app/print.css';
import { App } from './app/app.js';
import { preloadPage } from './app/router.js';
import { loadClientConfig } from './shared/config/client-config.js';
import { loadLanguage } from './shared/messages/load-language.js';
import type { Language } from './shared/messages/messages.js';
import { StartFailed } from './app/start-failed.js';

// Read by zod before its first schema: otherwise it tries eval, which the page's policy refuses and Firefox reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = createRoot(document.getElementById('root') as HTMLElement);

/** So long a page is waited for before it is said that it loads: what says so stays for at least as long. */
const PATIENCE_MS = 300;
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

const language = loadLanguage(import.meta.glob<{ language: Language }>('./languages/*.ts'));

Promise.all([
  loadClientConfig(),
  language.then(() => Promise.race([preloadPage(window.location.pathname), patience])),
]).then(
  () =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  // Waits for the language, and does without it if it cannot be loaded either.
  () => language.catch(() => {}).then(() => root.render(<StartFailed onRetry={() => window.location.reload()} />)),
);
