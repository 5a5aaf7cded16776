import { useQuery } from '@tanstack/react-query';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { scenariosQuery } from '../../features/catalogue/api/get-scenarios.js';
import { classQuery } from '../../features/courses/courses.api.js';
import { ClassMonitor } from '../../features/presence/components/class-monitor.js';
import { BookmarkTools } from '../../features/recording/components/bookmark-tools.js';
import { usePageSubject } from '../../shared/page-subject.js';

/** Stable reference used until the scenarios are loaded. */
const NO_SCENARIOS: readonly Scenario[] = [];

/** The monitor of a class, with titles from the catalogue. */
export default function ClassMonitorView({ sessionId }: { sessionId: string }) {
  const { data: session } = useQuery(classQuery(sessionId));
  usePageSubject(session?.name);
  const { data: scenarios = NO_SCENARIOS } = useQuery(scenariosQuery());
  return (
    <ClassMonitor
      key={sessionId}
      sessionId={sessionId}
      session={session}
      scenarios={scenarios}
      tools={<BookmarkTools sessionId={sessionId} />}
    />
  );
}
