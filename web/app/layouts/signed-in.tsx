import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { ApiError } from '../../shared/api-client/api-error.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { ToastHost } from '../../shared/toasts/toast-host.js';
import { Loading } from '../../shared/ui/loading.js';
import { muiTheme } from '../mui-theme.js';
import { paths } from '../paths.js';
import type { LoginState } from '../navigation-state.js';

const RETRIES = 2;

const isUnanswered = (error: Error): boolean => error instanceof ApiError && error.status === 0;

/** What all pages behind the login share; apart from the entry, so that the login loads without it. */
export default function SignedIn({ onStart }: { onStart: (client: QueryClient) => void }) {
  const navigate = useNavigate();
  // one for each sign-in: nothing the last user loaded may show to the next
  const [queryClient] = useState(createQueryClient);
  // an effect, because what is rendered may be thrown away and rendered again
  useEffect(() => {
    if (storedSession.refreshToken() !== null) onStart(queryClient);
  }, [onStart, queryClient]);
  useEffect(() => {
    const state: LoginState = { keepSession: true };
    return storedSession.onSignedOutElsewhere(() => void navigate(paths.login.to(), { state }));
  }, [navigate]);
  useEffect(sendKeptResults, []);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={muiTheme}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
        <ToastHost />
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/** Results of the game that have not arrived yet are sent from every page; what it takes comes after the page. */
function sendKeptResults(): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  const start = async () => {
    const { keepSending } = await import('../../features/outbox/keep-sending.js');
    if (!isOver) stop = keepSending();
  };
  start().catch((error: unknown) => console.error('Kept results are not sent:', error));
  return () => {
    isOver = true;
    stop?.();
  };
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) => isUnanswered(error) && failures < RETRIES,
      },
    },
  });
