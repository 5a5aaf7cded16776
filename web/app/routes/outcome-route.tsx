import { Navigate, useLocation } from 'react-router-dom';
import { FailureCard, SuccessCard } from '../../features/registration/components/outcome-card.js';
import type { OutcomeState } from '../../features/registration/outcome.js';
import { EntryScreen } from '../../shared/ui/entry-screen.js';
import { LinkButton } from '../../shared/ui/link-button.js';
import { framesMessages as messages } from '../frames.messages.js';
import type { RegisterState } from '../navigation-state.js';
import { paths } from '../paths.js';

/** Pages /success and /failed. Without the state of a registration they redirect to / (docs/rules.md#outcome-pages). */
export default function OutcomeRoute({ page }: { page: 'success' | 'failed' }) {
  const outcome = useLocation().state as OutcomeState | null;
  if (!outcome) return <Navigate to={paths.login.to()} replace />;
  const again: RegisterState = { pageType: outcome.pageType };
  return (
    <EntryScreen>
      {page === 'success' ? (
        <SuccessCard outcome={outcome}>
          <LinkButton to={paths.login.to()}>{messages.logIn}</LinkButton>
        </SuccessCard>
      ) : (
        <FailureCard outcome={outcome}>
          <LinkButton to={paths.register.to()} state={again}>
            {messages.backToRegister}
          </LinkButton>
        </FailureCard>
      )}
    </EntryScreen>
  );
}
