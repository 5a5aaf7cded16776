import { golden } from '../../testing/golden-events.js';
import { AUDITED_TYPES, type AuditedEvent, targetOf } from './audited-events.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it.each(AUDITED_TYPES)('%s has a target', (type) => {
  const target = targetOf(golden(type) as AuditedEvent);
  if (target.type === 'platform') expect(target.id).toBe('platform');
  else expect(target.id).toMatch(UUID);
});
