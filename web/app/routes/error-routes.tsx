import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../shared/ui/link-button.js';
import { NoticePage } from '../../shared/ui/notice-page.js';
import { paths } from '../paths.js';

/** Navigation state that leads to /unauthorized; without it the defaults of product §2 are shown. */
export interface RefusalState {
  text: string;
  code: number;
  help: string;
}

export const ROLE_DENIED: RefusalState = {
  text: "You don't have access to this!",
  code: 403,
  help: 'Contact your administrator for access',
};

export function UnauthorizedRoute() {
  const state = useLocation().state as RefusalState | null;
  return (
    <NoticePage
      title={state?.text ?? 'Looks like something broke!'}
      code={state?.code}
      help={state?.help ?? 'If problem persists contact support'}
    >
      <LinkButton to={paths.login.to()}>Go to Login</LinkButton>
    </NoticePage>
  );
}

export function ForbiddenRoute() {
  return (
    <NoticePage title="Access Denied (Forbidden)" code={403} help="You do not have permission to access this resource">
      <WayOut />
    </NoticePage>
  );
}

export function ServerErrorRoute() {
  return (
    <NoticePage title="Unexpected server error!" code={500} help="If problem persists contact support">
      <WayOut />
    </NoticePage>
  );
}

export function NotFoundRoute() {
  return (
    <NoticePage title="Page not found!" code={404} help="The resource you are looking for does not exist.">
      <WayOut />
    </NoticePage>
  );
}

/** Who is signed in comes from there to their own area. */
const WayOut = () => <LinkButton to={paths.login.to()}>Go to the start page</LinkButton>;
