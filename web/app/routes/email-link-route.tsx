import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { EmailLinkForm, type EmailLinkKind } from '../../features/account/components/email-link-form.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { EntryCard } from '../../shared/ui/entry-card.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { NoticeLine } from '../../shared/ui/notice-line.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';
import { paths } from '../paths.js';

/** What a mailed link carries. */
interface EmailLink {
  userId: string;
  token: string;
}

/** A page that a mail about an e-mail address leads to; works signed in and signed out. */
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
    // Out of the address bar, where it could be copied or seen; a reload still finds it.
    if (search.size > 0) void navigate(pathname, { replace: true, state: link });
  }, [search, userId, token, pathname, navigate]);

  // Opening the login page would end a session that goes on.
  const isSignedIn = kind === 'confirm' && storedSession.refreshToken() !== null;
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
