import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import type { Sorting } from '../../shared/ui/data-table.js';
import { COURSE_SORTS, COURSE_STATUSES, type CourseSort } from './course-list.js';

/** Page, sort, filter and open course of the Courses page, kept in the address. */
export function useCoursesInUrl() {
  const [search, change] = useSearchInUrl();
  const sorting: Sorting<CourseSort> = {
    by: COURSE_SORTS.find((known) => known === search.get('sort')) ?? 'course',
    order: search.get('order') === 'desc' ? 'desc' : 'asc',
  };
  return {
    sorting,
    status: COURSE_STATUSES.find((known) => known === search.get('status')) ?? ('' as const),
    search: search.get('search') ?? '',
    organizationId: search.get('organization') ?? '',
    /** Zero-based. */
    page: Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1) || 0,
    courseId: search.get('course'),
    onSearch: (text: string) => change({ search: text, page: undefined }),
    onOrganization: (id: string) => change({ organization: id, page: undefined }),
    onStatus: (status: string) => change({ status, page: undefined }),
    onSort: ({ by, order }: Sorting<CourseSort>) =>
      change({ sort: by === 'course' ? undefined : by, order: order === 'asc' ? undefined : order, page: undefined }),
    onPage: (page: number) => change({ page: page === 0 ? undefined : String(page + 1) }),
    onCourse: (id: string | null) => change({ course: id ?? undefined }),
  };
}
export type CoursesInUrl = ReturnType<typeof useCoursesInUrl>;
