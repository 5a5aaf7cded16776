import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../shared/ui/link-button.js';
import { NoticePage } from '../../shared/ui/notice-page.js';
import { appMessages as messages } from '../app.messages.js';
import { paths } from '../paths.js';

/** Navigation state of /unauthorized; without it the page shows its defaults (docs/rules.md#areas-and-sections). */
export interface RefusalState {
  text: string;
  code: number;
  help: string;
}

export function UnauthorizedRoute() {
  const state = useLocation().state as RefusalState | null;
  return (
    <NoticePage
      title={state?.text ?? messages.somethingBroke}
      code={state?.code}
      help={state?.help ?? messages.contactSupport}
    >
      <LinkButton to={paths.login.to()}>{messages.goToLogin}</LinkButton>
    </NoticePage>
  );
}

export function ForbiddenRoute() {
  return (
    <NoticePage title={messages.forbidden} code={403} help={messages.forbiddenHelp}>
      <WayOut />
    </NoticePage>
  );
}

export function ServerErrorRoute() {
  return (
    <NoticePage title={messages.serverError} code={500} help={messages.contactSupport}>
      <WayOut />
    </NoticePage>
  );
}

export function NotFoundRoute() {
  return (
    <NoticePage title={messages.notFound} code={404} help={messages.notFoundHelp}>
      <WayOut />
    </NoticePage>
  );
}

/** Link to the start page, which redirects signed-in users to their own area. */
const WayOut = () => <LinkButton to={paths.login.to()}>{messages.goToStart}</LinkButton>;
