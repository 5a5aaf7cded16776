import { useCallback, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { LinkResetForm } from '../../features/password-reset/components/link-reset-form.js';
import { EntryCard } from '../../shared/ui/entry-card.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { NoticeLine } from '../../shared/ui/notice-line.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';
import { paths } from '../paths.js';

/** Parameters of a mailed link. */
interface ResetLink {
  email: string;
  token: string;
}

export default function ResetPasswordRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const kept = useLocation().state as ResetLink | null;
  const email = search.get('email') ?? kept?.email ?? '';
  const token = search.get('token') ?? kept?.token ?? '';

  useEffect(() => {
    const link: ResetLink = { email, token };
    // Removes the token from the address bar, where it could be copied or seen. A reload still finds it in the state.
    if (search.size > 0) void navigate(paths.resetPassword.to(), { replace: true, state: link });
  }, [search, email, token, navigate]);

  const done = useCallback(() => void navigate(paths.login.to(), { replace: true }), [navigate]);

  return (
    <EntryScreen>
      {email && token ? (
        <LinkResetForm email={email} token={token} onDone={done}>
          <Link to={paths.login.to()}>{appMessages.backToLogin}</Link>
        </LinkResetForm>
      ) : (
        <EntryCard title={appMessages.pages.passwordReset}>
          <NoticeLine notice={{ text: framesMessages.invalidResetLink, severity: 'error' }} />
          <Link to={paths.login.to()}>{appMessages.backToLogin}</Link>
        </EntryCard>
      )}
    </EntryScreen>
  );
}
