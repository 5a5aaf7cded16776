import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { accountMessages as messages } from '../account.messages.js';
import { accountQuery } from '../api/account.js';
import styles from './account-page.module.css';
import { DetailsForm } from './details-form.js';
import { EmailForm } from './email-form.js';
import { PasswordForm } from './password-form.js';
import { SessionsSection } from './sessions-section.js';

/** The account page: names, e-mail address, password and sign-in sessions of the user. */
export function AccountPage({ resultsHref, onSignedOut }: { resultsHref: string; onSignedOut: () => void }) {
  const { data: account, isError, refetch } = useQuery(accountQuery());
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{messages.title}</h1>
        <Link to={resultsHref} className={styles.link}>
          {messages.results}
        </Link>
      </header>
      {isError && <LoadFailed what={messages.title} onRetry={() => void refetch()} />}
      {!account && !isError && <Loading />}
      {account && (
        <div className={styles.forms}>
          <DetailsForm account={account} />
          <EmailForm account={account} />
          <PasswordForm username={account.username} />
        </div>
      )}
      {account && <SessionsSection onSignedOut={onSignedOut} />}
    </div>
  );
}
