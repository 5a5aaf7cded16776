import type { ReactNode } from 'react';
import { HelpMark, HelpRequests } from '../../features/presence/components/help-requests.js';
import { type MarkOf, StudentMarkContext } from '../../shared/ui/student-mark.js';

const helpMarkOf: MarkOf = (userId) => <HelpMark userId={userId} />;

/** Provides the help requests of a class to the views inside, which show them in the tabs and beside students' names. */
export const ClassHelp = ({ sessionId, children }: { sessionId: string; children: ReactNode }) => (
  <HelpRequests key={sessionId} sessionId={sessionId}>
    <StudentMarkContext value={helpMarkOf}>{children}</StudentMarkContext>
  </HelpRequests>
);
