import { given } from '../../platform/eventsourcing/testing/given.js';
import { sandboxStream } from './sandbox.stream.js';
import type { SandboxEvent } from './sandbox.events.js';

const sandbox = given(sandboxStream);
const sandboxId = '0198c0de-00f1-7000-8000-000000000001';
const content = { title: 'Ellipse', contentHash: 'a'.repeat(64), size: 12 };
const owner = { ownerId: '0198c0de-00a1-7000-8000-000000000001', organizationId: null };
const created: SandboxEvent = { type: 'SandboxCreated', data: { sandboxId, ...owner, ...content } };
const saved = {
  type: 'SandboxSaved',
  data: { sandboxId, ownerId: owner.ownerId, ...content },
} satisfies SandboxEvent;
const deleted: SandboxEvent = { type: 'SandboxDeleted', data: { sandboxId, ownerId: owner.ownerId } };
const create = { type: 'Create', sandboxId, ...owner, ...content } as const;
const save = (version: number) => ({ type: 'Save', version, ...content }) as const;

it('records its creation once', () => {
  sandbox().when(create).thenRecords(created);
  sandbox(created).when(create).thenNothing();
  sandbox(created, { ...saved, data: { ...saved.data, title: 'Circle' } })
    .when(create)
    .thenNothing();
  sandbox(created, deleted).when(create).thenNothing();
});
it('rejects another sandbox under the same idempotency key', () => {
  for (const other of [{ title: 'Circle' }, { contentHash: 'b'.repeat(64) }]) {
    sandbox(created)
      .when({ ...create, ...other })
      .thenRejected('IDEMPOTENCY_KEY_REUSED', 'This key was used for another sandbox.');
  }
});
it('accepts a save only of the newest version', () => {
  sandbox(created).when(save(1)).thenRecords(saved);
  sandbox(created, saved).when(save(2)).thenRecords(saved);
  for (const other of [{ title: 'Circle' }, { contentHash: 'b'.repeat(64) }]) {
    sandbox(created, saved)
      .when({ ...save(1), ...other })
      .thenRejected('SANDBOX_CHANGED');
  }
  sandbox(created, saved, saved).when(save(1)).thenRejected('SANDBOX_CHANGED');
});
it('records a repeated save once', () => {
  const other = { ...saved, data: { ...saved.data, title: 'Circle' } };
  sandbox(created, saved).when(save(1)).thenNothing();
  sandbox(created, saved, other).when(save(2)).thenRejected('SANDBOX_CHANGED');
});
it('counts every access', () => {
  const now = '2026-03-02T09:00:00.000Z';
  sandbox(created)
    .when({ type: 'Open', now })
    .thenRecords({ type: 'SandboxOpened', data: { sandboxId, openedAt: now } });
});
it('is deleted once, and is not found afterwards', () => {
  sandbox(created).when({ type: 'Delete' }).thenRecords(deleted);
  sandbox(created, deleted).when({ type: 'Delete' }).thenNothing();
  sandbox(created, deleted).when(save(1)).thenRejected('NOT_FOUND');
  sandbox().when({ type: 'Delete' }).thenRejected('NOT_FOUND');
});
