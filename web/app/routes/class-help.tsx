import type { ReactNode } from 'react';
import { HelpMark, HelpRequests } from '../../features/presence/components/help-requests.js';
import { type MarkOf, StudentMarkContext } from '../../shared/ui/student-mark.js';

const helpMarkOf: MarkOf = (userId) => <HelpMark userId={userId} />;

/** Shows help requests of a class on the views inside: in the tabs, and beside the names of students. */
export const ClassHelp = ({ sessionId, children }: { sessionId: string; children: ReactNode }) => (
  <HelpRequests key={sessionId} sessionId={sessionId}>
    <StudentMarkContext value={helpMarkOf}>{children}</StudentMarkContext>
  </HelpRequests>
);
