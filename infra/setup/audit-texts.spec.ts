import { streams } from '../../api/streams.js';
import { auditMessages } from '../../web/features/audit/audit.messages.js';

it('has a text on the audit page for each audited event, and no other', () => {
  expect(Object.keys(auditMessages.actions).toSorted()).toEqual([...streams.auditRules.keys()].toSorted());
});
