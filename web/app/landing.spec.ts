import { pagesAhead, rememberLanding } from './landing.js';

beforeEach(() => localStorage.clear());

it.each([
  [undefined, undefined, ['/play']],
  ['SystemAdmin', undefined, ['/admin/users']],
  ['Instructor', undefined, ['/instructor', '/instructor/courses']],
  ['Instructor', '/gradebook/1?sort=-average', ['/gradebook/1']],
] as const)('preloads for the role %s, requesting %s, the landing page', (role, requested, expected) => {
  if (role) rememberLanding(role);
  expect(pagesAhead(requested)).toEqual(expected);
});
