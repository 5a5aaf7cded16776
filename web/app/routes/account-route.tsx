import { useNavigate } from 'react-router-dom';
import { AccountPage } from '../../features/account/components/account-page.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { AppBar } from '../layouts/app-bar.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';

/** The signed-in user's own account. */
export default function AccountRoute() {
  const navigate = useNavigate();
  const leave = () => {
    void signOut();
    void navigate(paths.login.to());
  };
  return (
    <PlainFrame above={<AppBar />}>
      <AccountPage resultsHref={paths.results.to()} onSignedOut={leave} />
    </PlainFrame>
  );
}
