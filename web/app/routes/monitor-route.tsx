import { useParams } from 'react-router-dom';
import { PlainFrame } from '../layouts/plain-frame.js';
import { STAFF_ROLES } from '../landing.js';
import { ClassHelp } from './class-help.js';
import ClassMonitorView from './class-monitor-view.js';

/** The class monitor in its own window. */
export default function MonitorRoute() {
  const { sessionId = '' } = useParams();
  return (
    <PlainFrame allow={STAFF_ROLES}>
      <ClassHelp sessionId={sessionId}>
        <ClassMonitorView sessionId={sessionId} />
      </ClassHelp>
    </PlainFrame>
  );
}
