import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownGroupsQuery } from '../../features/courses/courses.api.js';
import { ownCourse } from '../../features/courses/own-course.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useFirstRole, useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { isDocumentOf, loadDocument, replaceDocument } from '../../shared/load-document.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { Loading } from '../../shared/ui/loading.js';
import { landingOf, STAFF_ROLES } from '../landing.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { useToLogin } from '../use-to-login.js';
import { PlayArea } from './play-area.js';
import { usePlayedClass } from './play-class.js';
import { PlayGame } from './play-game.js';
import { PlayPanel } from './play-panel.js';

/** The play area: for players who may play, the game with their course beside it. */
export default function PlayRoute() {
  if (!storedSession.userId() || !storedSession.canPlay()) return <ToLogin />;
  // Unknown counts as right: loading again would not end.
  if (isDocumentOf(paths.play.to()) === false) return <ToOwnDocument />;
  return (
    <PlainFrame fill>
      <Playground />
    </PlainFrame>
  );
}

/** Sends visitors without a playable session to the login. */
function ToLogin() {
  const toLogin = useToLogin();
  useEffect(() => toLogin(), [toLogin]);
  return <Loading />;
}

/** Only the document of this page may run WebAssembly. */
function ToOwnDocument() {
  useEffect(() => replaceDocument(paths.play.to()), []);
  return <Loading />;
}

function Playground() {
  const user = useSignedInUser();
  const role = useFirstRole();
  const { data: groups } = useQuery(ownGroupsQuery());
  const playedClass = usePlayedClass(groups);
  /** What is done when the game has ended. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  if (!user || !groups) return <Loading />;

  // last, because a page without a session shows neither game nor what it still hands in
  const logOut = (): void => setLeave(() => () => void signOut().finally(() => loadDocument(paths.login.to())));
  const quit = (): void => {
    const isStaff = role !== undefined && STAFF_ROLES.includes(role);
    if (isStaff) setLeave(() => () => closeWindow(landingOf(role)));
    else logOut();
  };
  return (
    <PlayArea
      game={
        <PlayGame
          playedClass={playedClass}
          isLeaving={leave !== null}
          onLeft={() => leave?.()}
          onLogOut={logOut}
          onQuit={quit}
        />
      }
      panel={<PlayPanel user={user} course={ownCourse(user, groups)} onLogOut={logOut} />}
    />
  );
}

const CLOSING_MS = 500;

/** A browser closes only what was opened as a window of its own; any other goes where its user belongs. */
function closeWindow(instead: string): void {
  window.close();
  setTimeout(() => loadDocument(instead), CLOSING_MS);
}
