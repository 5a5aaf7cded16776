import { useQuery } from '@tanstack/react-query';
import { classQuery } from '../../features/courses/courses.api.js';
import { ReviewPage } from '../../features/grades/components/review-page.js';
import { usePageSubject } from '../../shared/page-subject.js';

/** The results of a class that staff reviews. */
export default function ClassReview({ sessionId }: { sessionId: string }) {
  const { data: session } = useQuery(classQuery(sessionId));
  usePageSubject(session?.name);
  return <ReviewPage sessionId={sessionId} subtitle={session?.name} />;
}
