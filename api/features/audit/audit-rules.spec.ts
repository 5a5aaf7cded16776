import { streams } from '../../streams.js';
import { golden, goldenId } from '../../testing/golden-events.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields without which an event of an older version has no target. */
const SINCE = new Map([['SandboxDeleted', { ownerId: goldenId('a1', 1) }]]);

it.each([...streams.auditRules])('%s has a target', (type, rule) => {
  const target = rule.target(golden(type, SINCE.get(type)).data)!;
  if (target.type === 'platform') expect(target.id).toBe('platform');
  else expect(target.id).toMatch(UUID);
});
