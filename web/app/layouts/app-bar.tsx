import { mdiDotsVertical, mdiLogout, mdiOpenInNew } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState, type ReactNode } from 'react';
import { Link, NavLink, useNavigate } from 'react-router-dom';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { lazyDialog } from '../../shared/lazy/lazy-part.js';
import { storedUsername } from '../../shared/session/stored-sign-in.js';
import { Brand } from '../../shared/ui/brand.js';
import { Icon } from '../../shared/ui/icon.js';
import { appMessages } from '../app.messages.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';
import styles from './app-bar.module.css';
import { tabsOf } from './tabs.js';

const AppMenu = lazyDialog(() => import('./app-menu.js'));

/** The top bar: tabs by role, Play in a new tab, and the account. On small screens they are in a menu. `start` is shown first. */
export function AppBar({ start }: { start?: ReactNode }) {
  const navigate = useNavigate();
  const tabs = tabsOf(useFirstRole());
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null);
  const username = storedUsername();
  const logOut = () => {
    void signOut();
    void navigate(paths.login.to());
  };
  return (
    <header className={styles.bar} data-screen-only>
      {start}
      <Brand />
      <nav aria-label={messages.areas} className={styles.tabs}>
        {tabs.map(({ label, to }) => (
          <NavLink key={to} to={to} className={styles.tab}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={styles.wide}>
        <Button
          variant="contained"
          href={paths.play.to()}
          target="_blank"
          rel="noopener"
          endIcon={<Icon path={mdiOpenInNew} />}
        >
          {appMessages.pages.play}
        </Button>
        <Link to={paths.account.to()} className={styles.user} title={appMessages.pages.account}>
          {messages.loggedInAs(username)}
        </Link>
        <IconButton aria-label={messages.logOut} color="inherit" onClick={logOut}>
          <Icon path={mdiLogout} />
        </IconButton>
      </div>
      <IconButton
        className={styles.narrow}
        aria-label={messages.menu}
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        color="inherit"
        onClick={(event) => setMenuAt(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      {menuAt && (
        <AppMenu anchor={menuAt} tabs={tabs} username={username} onClose={() => setMenuAt(null)} onLogOut={logOut} />
      )}
    </header>
  );
}
