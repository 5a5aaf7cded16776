import { Link, useLocation, useNavigate } from 'react-router-dom';
import { UsernameResetForm } from '../../features/password-reset/components/username-reset-form.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { appMessages as messages } from '../app.messages.js';
import type { LoginState, PasswordResetState } from '../navigation-state.js';
import { paths } from '../paths.js';

const DONE: LoginState = { passwordReset: true };

export default function PasswordResetRoute() {
  const navigate = useNavigate();
  const state = useLocation().state as PasswordResetState | null;
  return (
    <EntryScreen>
      <UsernameResetForm
        username={state?.username ?? ''}
        onDone={() => void navigate(paths.login.to(), { state: DONE })}
      >
        <Link to={paths.login.to()}>{messages.backToLogin}</Link>
      </UsernameResetForm>
    </EntryScreen>
  );
}
