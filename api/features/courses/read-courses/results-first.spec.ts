import type { Group } from '../../../contracts/group.contract.js';
import { resultsFirst } from './results-first.js';

const group = (id: string, activeSessionId: string | null): Group => ({ id, activeSessionId }) as Group;
const idsOf = (groups: readonly Group[], chosen: readonly string[]) => resultsFirst(groups, chosen).map(({ id }) => id);

describe('the course whose class receives results', () => {
  const both = [group('alpha', 'class-a'), group('beta', 'class-b'), group('gamma', null)];

  it('is the selected one, first in the list', () => {
    expect(idsOf(both, ['beta', 'alpha'])).toEqual(['beta', 'alpha', 'gamma']);
  });

  it('is the one joined last when no class of the selected course is running', () => {
    expect(idsOf(both, ['gamma', 'beta'])).toEqual(['beta', 'alpha', 'gamma']);
    expect(idsOf(both, ['elsewhere', 'beta'])).toEqual(['beta', 'alpha', 'gamma']);
  });

  it('is the first by name when nothing was chosen', () => {
    expect(idsOf(both, [])).toEqual(['alpha', 'beta', 'gamma']);
  });
});
