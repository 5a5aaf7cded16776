import { useMemo } from 'react';
import { scenariosAt } from '../../../api/contracts/debrief-gradebook.rule.js';
import { monitorAt } from '../../../api/contracts/debrief-presence.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { MonitoredClass } from '../../features/presence/components/monitored-class.js';
import { ShownMoment } from '../../features/presence/elapsed.js';
import { monitoredStudents } from '../../features/presence/monitor.js';

/** Texts of the monitor are read, so they change at most this often during a playback. */
const EVERY_MS = 250;

/** The monitor of a class as of the shown moment. */
export default function DebriefMonitor({ open, playhead }: DebriefViewProps) {
  const { debrief, presence, recording, axis } = open;
  const time = axis.timeAt(usePlayhead(playhead, EVERY_MS).offset);
  const members = useMemo(
    () =>
      new Map(
        recording.people.map(([id, username, firstName, lastName, enabled]) => [
          id,
          { id, username, firstName, lastName, enabled },
        ]),
      ),
    [recording],
  );
  const state = debrief.at(debrief.positionAt(time));
  const rows = [...monitorAt(presence, recording, state, time)];
  const students = monitoredStudents(new Map(rows.map(([key, value]) => [key, { key, sequence: 1, value }])), members);
  return (
    <ShownMoment value={time}>
      <MonitoredClass
        session={recording.session}
        scenarios={scenariosAt(debrief, state)}
        students={students}
        past={{ runs: state.facts.endedAt === null }}
      />
    </ShownMoment>
  );
}
