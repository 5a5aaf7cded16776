import { useMemo } from 'react';
import type { CourseDetails } from '../../../api/contracts/group.contract.js';
import { createRowStore } from '../../shared/live-client/row-store.js';
import { useLiveRows, useRow } from '../../shared/live-client/use-live-rows.js';

/** A course with its members, as they come and go; undefined while it loads. */
export function useCourseDetails(courseId: string): CourseDetails | undefined {
  const store = useMemo(() => ({ courseId, rows: createRowStore<CourseDetails>() }), [courseId]).rows;
  useLiveRows({ topic: 'course', id: courseId, store });
  return useRow(store, 'snapshot')?.value ?? undefined;
}
