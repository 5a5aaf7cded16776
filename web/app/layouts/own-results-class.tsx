import { useQuery } from '@tanstack/react-query';
import { ownGroupsQuery } from '../../features/courses/courses.api.js';
import { ResultsClass } from '../../features/courses/components/results-class.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';

const FRESH_MS = 60_000;

/** For staff who joined a running class to play themselves: the class that receives their results. */
export function OwnResultsClass() {
  const user = useSignedInUser();
  // In the background: a page must not give way to an error because of this line.
  const { data: groups = [] } = useQuery({ ...ownGroupsQuery({ background: true }), staleTime: FRESH_MS });
  const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
  return user && <ResultsClass userId={user.id} running={running} />;
}
