import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { EmailLinkForm, type EmailLinkKind } from '../../features/account/components/email-link-form.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { EntryCard } from '../../shared/ui/entry-card.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { NoticeLine } from '../../shared/ui/notice-line.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';
import { paths } from '../paths.js';

/** Parameters of a mailed link. */
interface EmailLink {
  userId: string;
  token: string;
}

/** Page opened by a mailed link about an e-mail address; works with and without a session. */
export default function EmailLinkRoute({ kind }: { kind: EmailLinkKind }) {
  const messages = framesMessages.emailLink;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const kept = state as EmailLink | null;
  const userId = search.get('user') ?? kept?.userId ?? '';
  const token = search.get('token') ?? kept?.token ?? '';

  useEffect(() => {
    const link: EmailLink = { userId, token };
    // Removes the token from the address bar, where it could be copied or seen. A reload still finds it in the state.
    if (search.size > 0) void navigate(pathname, { replace: true, state: link });
  }, [search, userId, token, pathname, navigate]);

  // Opening the login page would end an active session.
  const isSignedIn = kind === 'confirm' && storedSignIn.refreshToken() !== null;
  const onward = isSignedIn ? (
    <Link to={paths.account.to()}>{messages.toAccount}</Link>
  ) : (
    <Link to={paths.login.to()}>{appMessages.backToLogin}</Link>
  );
  return (
    <EntryScreen>
      {userId && token ? (
        <EmailLinkForm kind={kind} userId={userId} token={token}>
          {onward}
        </EmailLinkForm>
      ) : (
        <EntryCard title={messages.title}>
          <NoticeLine notice={{ text: messages.invalid, severity: 'error' }} />
          {onward}
        </EntryCard>
      )}
    </EntryScreen>
  );
}
