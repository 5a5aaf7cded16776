import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { MarketingPanel } from '../../features/registration/components/marketing-panel.js';
import { RegisterForm } from '../../features/registration/components/register-form.js';
import { pageTypeOf } from '../../features/registration/page-type.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { appMessages as messages } from '../app.messages.js';
import type { RegisterState } from '../navigation-state.js';
import { paths } from '../paths.js';
import styles from './register-route.module.css';

export default function RegisterRoute() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const state = useLocation().state as RegisterState | null;
  const pageType = pageTypeOf(state?.pageType, search.get('type'));
  const standalone = pageType === 'Standalone';
  return (
    <EntryScreen>
      <div className={standalone ? styles.column : styles.columns} data-type={pageType}>
        {!standalone && <MarketingPanel withPrice={pageType === 'PurchaseSubscription'} />}
        <RegisterForm
          key={pageType}
          pageType={pageType}
          onEnded={({ page, state }) => void navigate(paths[page].to(), { state })}
        >
          <Link to={paths.login.to()}>{messages.backToLogin}</Link>
        </RegisterForm>
      </div>
    </EntryScreen>
  );
}
