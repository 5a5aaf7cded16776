import { ReleaseSwitch } from '../../../shared/releases/release-switch.js';
import { debriefMessages as messages } from '../debrief.messages.js';

/** Switch that lets each student see the own debrief, or withholds it again. */
export const DebriefRelease = ({ sessionId }: { sessionId: string }) => (
  <ReleaseSwitch what="debrief" sessionId={sessionId} texts={messages.release} />
);
