import { columnTitle } from './column-title.rule.js';
import { parseLeaderboardTopicId } from './leaderboard.contract.js';
import { leaderboardTopicId } from './leaderboard-topic.rule.js';
import { toMoment } from './primitives.contract.js';
import { scopeSegment } from './scope.rule.js';

const id = '0198c0de-0001-7000-8000-000000000001';

describe('a column title', () => {
  it('is not shortened up to 20 characters', () => {
    expect(columnTitle('Twenty characters ok')).toEqual({ lines: ['Twenty characters ok'], shortened: false });
  });

  it('is split after 10 and cut after 20', () => {
    expect(columnTitle('abcdefghijklmnopqrstu')).toEqual({ lines: ['abcdefghij', 'klmnopqrst'], shortened: true });
  });

  it('counts characters, not code units', () => {
    expect(columnTitle('🛰'.repeat(20)).shortened).toBe(false);
  });
});

describe('a path segment', () => {
  it.each([
    [id, id],
    ['all', null],
    ['', null],
    ['everything', undefined],
  ])('%p means %p', (segment, meaning) => {
    expect(scopeSegment(segment)).toBe(meaning);
  });
});

describe('the id of a leaderboard topic', () => {
  it.each([{ sessionId: id }, { sessionId: id, campaignId: id }, { sessionId: id, scenarioId: id }])(
    'is parsed to its scope: %j',
    (scope) => {
      expect(parseLeaderboardTopicId(leaderboardTopicId(scope))).toEqual(scope);
    },
  );

  it.each(['', 'all', `${id}.campaign`, `${id}.campaign.x`, `${id}.planet.${id}`, `${id}.campaign.${id}.more`])(
    'is not %p',
    (topicId) => {
      expect(parseLeaderboardTopicId(topicId)).toBeNull();
    },
  );
});

it('writes moments without milliseconds, in UTC', () => {
  expect(toMoment(new Date('2026-03-01T10:00:00.987+02:00'))).toBe('2026-03-01T08:00:00Z');
});
