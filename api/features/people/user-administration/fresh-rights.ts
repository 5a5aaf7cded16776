import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Actors } from '../../../platform/auth/actors.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

const LONGEST_WAIT_MS = 1_000;

/** Drops cached rights as soon as they change. `Actors` keeps rights until then. */
@Injectable()
export class FreshRights implements OnModuleInit {
  constructor(
    private readonly actors: Actors,
    private readonly progress: Progress,
    private readonly live: LiveHub,
  ) {}

  /** Drops rights on every node when the read models contain the change of the person or of an organization's payment. */
  onModuleInit(): void {
    this.live.onChange('person', (userIds) => userIds.forEach((userId) => this.actors.forgetRights(userId)));
    this.live.onChange('organizations', () => this.actors.forgetAllRights());
  }

  /** Drops rights on this node before the response is sent. */
  async refresh(userId: string, position: LogPosition): Promise<void> {
    await this.progress.waitFor(position, LONGEST_WAIT_MS);
    this.actors.forgetRights(userId);
  }
}
