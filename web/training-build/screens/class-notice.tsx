import type { PlayedClass } from '../bridge/bridge.js';
import { type AttemptKind, classChange, countsFor } from '../play/played-class.js';

interface ClassNoticeProps {
  /** The class of the running attempt. */
  counts: PlayedClass | null;
  /** The class that receives the results of a new attempt. */
  now: PlayedClass | null;
  kind: AttemptKind;
}

/** Shows which class a running attempt counts for, and what a change of class means for it. */
export function ClassNotice({ counts, now, kind }: ClassNoticeProps) {
  const change = now && classChange(counts, now, kind);
  return (
    <p role="status" className="class-notice" data-changed={change !== null}>
      {change ?? countsFor(counts)}
    </p>
  );
}
