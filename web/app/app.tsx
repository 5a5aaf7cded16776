import { BrowserRouter } from 'react-router-dom';
import { BannerSlot } from './banner-slot.js';
import { PageTitle } from './page-title.js';
import { RefusalRedirect } from './refusal-redirect.js';
import { AppRoutes } from './router.js';

export function App() {
  return (
    <BrowserRouter>
      <PageTitle />
      <RefusalRedirect />
      <BannerSlot />
      <AppRoutes />
    </BrowserRouter>
  );
}
