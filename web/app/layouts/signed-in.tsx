import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import { SignInAgain } from '../../features/sign-in/components/sign-in-again.js';
import { ApiError } from '../../shared/api-client/api-error.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { ToastHost } from '../../shared/toasts/toast-host.js';
import { Loading } from '../../shared/ui/loading.js';
import { framesMessages as messages } from '../frames.messages.js';
import { muiTheme } from '../mui-theme.js';
import { paths } from '../paths.js';
import type { LoginState, PasswordResetState } from '../navigation-state.js';
import { useToLogin } from '../use-to-login.js';

const RETRIES = 2;

const isUnanswered = (error: Error): boolean => error instanceof ApiError && error.status === 0;

/** Common parts of all pages behind the login. Not in the entry bundle, so that the login page loads without them. */
export default function SignedIn({ onStart }: { onStart: (client: QueryClient) => void }) {
  const navigate = useNavigate();
  // One client per sign-in, so that the next user never sees the previous user's data.
  const [queryClient] = useState(createQueryClient);
  // In an effect, because React may discard a render and repeat it.
  useEffect(() => {
    if (storedSignIn.refreshToken() !== null) onStart(queryClient);
  }, [onStart, queryClient]);
  const toLogin = useToLogin();
  useEffect(
    () =>
      storedSignIn.onChangedElsewhere((change) => {
        if (change === 'renewed') return;
        if (change === 'other-person') storedSignIn.leaveLoginError(messages.otherPerson);
        const state: LoginState = { keepSession: true };
        void navigate(paths.login.to(), { replace: true, state });
      }),
    [navigate],
  );
  const leave = useCallback(
    (to: 'return' | 'login') => {
      const state: LoginState = { ended: true };
      if (to === 'return') toLogin(state);
      else void navigate(paths.login.to(), { replace: true, state });
    },
    [navigate, toLogin],
  );
  const chooseNewPassword = useCallback(
    (username: string) => {
      const state: PasswordResetState = { username };
      void navigate(paths.passwordReset.to(), { state });
    },
    [navigate],
  );
  useEffect(sendKeptResults, []);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={muiTheme}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
        <SignInAgain onLeave={leave} onResetPending={chooseNewPassword} />
        <ToastHost />
      </ThemeProvider>
    </QueryClientProvider>
  );
}

/** Sends game results that the server has not received yet, from every page. The code loads after the page. */
function sendKeptResults(): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  const start = async () => {
    const { keepSending } = await import('../../features/outbox/keep-sending.js');
    if (!isOver) stop = keepSending();
  };
  start().catch((error: unknown) => console.error('Failed to send stored results:', error));
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
