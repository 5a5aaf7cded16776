import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownGroupsQuery } from '../../features/courses/courses.api.js';
import { ownCourse } from '../../features/courses/own-course.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useFirstRole, useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { isDocumentOf, loadDocument, replaceDocument } from '../../shared/load-document.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { Loading } from '../../shared/ui/loading.js';
import { landingOf, STAFF_ROLES } from '../landing.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { replayOf } from '../replay-address.js';
import { useToLogin } from '../use-to-login.js';
import { PlayArea } from './play-area.js';
import { usePlayedClass } from './play-class.js';
import { PlayGame } from './play-game.js';
import { PlayPanel } from './play-panel.js';
import { ReplayGame } from './replay-game.js';

/** The play area for users who are allowed to play: the game with the course panel, or a replay of flights. */
export default function PlayRoute() {
  if (!storedSignIn.userId() || !storedSignIn.canPlay()) return <ToLogin />;
  // Undefined counts as true. Otherwise the page would reload forever.
  if (isDocumentOf(paths.play.to()) === false) return <ToOwnDocument />;
  const replay = replayOf(window.location.search);
  return <PlainFrame fill>{replay ? <ReplayGame {...replay} /> : <Playground />}</PlainFrame>;
}

/** Redirects visitors without a playable session to the login page. */
function ToLogin() {
  const toLogin = useToLogin();
  useEffect(() => toLogin(), [toLogin]);
  return <Loading />;
}

/** Reloads the page, because only its own document may run WebAssembly. */
function ToOwnDocument() {
  useEffect(() => replaceDocument(paths.play.to() + window.location.search), []);
  return <Loading />;
}

function Playground() {
  const user = useSignedInUser();
  const role = useFirstRole();
  const { data: groups } = useQuery(ownGroupsQuery());
  const playedClass = usePlayedClass(groups);
  /** Called when the game has ended. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  if (!user || !groups) return <Loading />;

  // Last, because a page without a session shows no game and cannot send its remaining results.
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

/** Closes the window. Browsers close only windows that a script has opened; any other one navigates to `instead`. */
function closeWindow(instead: string): void {
  window.close();
  setTimeout(() => loadDocument(instead), CLOSING_MS);
}
