import { useSearchInUrl } from '../../shared/use-search-in-url.js';

/** What the page shows of all courses, and whose details are open, kept in the address. */
export function useCoursesInUrl() {
  const [search, change] = useSearchInUrl();
  return {
    search: search.get('search') ?? '',
    organizationId: search.get('organization') ?? '',
    /** Counted from 0. */
    page: Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1) || 0,
    courseId: search.get('course'),
    onSearch: (text: string) => change({ search: text, page: undefined }),
    onOrganization: (id: string) => change({ organization: id, page: undefined }),
    onPage: (page: number) => change({ page: page === 0 ? undefined : String(page + 1) }),
    onCourse: (id: string | null) => change({ course: id ?? undefined }),
  };
}
export type CoursesInUrl = ReturnType<typeof useCoursesInUrl>;
