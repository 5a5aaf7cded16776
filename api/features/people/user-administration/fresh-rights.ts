import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Actors } from '../../../platform/auth/actors.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { LiveHub } from '../../../platform/live/live-hub.js';

const LONGEST_WAIT_MS = 1_000;

/** What somebody may do is asked again as soon as they have changed, instead of a second later. */
@Injectable()
export class FreshRights implements OnModuleInit {
  constructor(
    private readonly actors: Actors,
    private readonly progress: Progress,
    private readonly live: LiveHub,
  ) {}

  /** On every node, when the read models tell of it. */
  onModuleInit(): void {
    this.live.onChange('person', (userId) => this.actors.forgetRights(userId));
  }

  /** On this node, before the change is answered. */
  async refresh(userId: string, position: LogPosition): Promise<void> {
    await this.progress.waitFor(position, LONGEST_WAIT_MS);
    this.actors.forgetRights(userId);
  }
}
