import { useQuery } from '@tanstack/react-query';
import { ownGroupsQuery } from '../../features/courses/courses.api.js';
import { ResultsClass } from '../../features/courses/components/results-class.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';

const FRESH_MS = 60_000;

/** Names the class that receives the results of staff members who play in a running class. */
export function OwnResultsClass() {
  const user = useSignedInUser();
  // In the background, so that a failure here does not replace the page with an error.
  const { data: groups = [] } = useQuery({ ...ownGroupsQuery({ background: true }), staleTime: FRESH_MS });
  const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
  return user && <ResultsClass userId={user.id} running={running} />;
}
