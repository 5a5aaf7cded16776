import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/domain-error.js';
import { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import { SandboxByStream } from './sandbox-by-stream.query.js';
import { type Content, type SandboxContentKey, SandboxContents, type Stored } from './sandbox-contents.js';

/** Enforces the maximum number of sandboxes of an owner. */
@Injectable()
export class SandboxQuota {
  constructor(
    private readonly contents: SandboxContents,
    private readonly sandboxes: SandboxByStream,
    private readonly progress: Progress,
  ) {}

  /** Stores the content of a new sandbox. @throws DomainError SANDBOX_QUOTA_REACHED when its owner has reached the quota. */
  async store(key: SandboxContentKey, content: Content, quota: number): Promise<Stored> {
    const first = await this.contents.storeFirst(key, content, quota);
    if (first) return first;
    // The owner may have just deleted a sandbox, or the count may include one that could not be created.
    await this.progress.catchUp();
    await this.forgetNeverCreated(key.ownerId);
    const second = await this.contents.storeFirst(key, content, quota);
    if (!second) throw quotaReached(quota);
    return second;
  }

  private async forgetNeverCreated(ownerId: string): Promise<void> {
    const ids = await this.contents.unknownOf(ownerId);
    const known = await this.sandboxes.findAll(ids);
    await this.contents.forget(ids.filter((id) => !known.has(id)));
  }
}

const quotaReached = (quota: number): DomainError =>
  new DomainError(
    'SANDBOX_QUOTA_REACHED',
    `You have reached the limit of ${quota} ${quota === 1 ? 'sandbox' : 'sandboxes'}. Delete one you no longer need and save again.`,
  );
