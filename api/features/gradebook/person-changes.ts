import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { LiveHub } from '../../platform/live/live-hub.js';

/** Topics that show people by name. */
const TOPICS = ['gradebook', 'quiz', 'leaderboard', 'recording'] as const;

/**
 * Forwards a change of a person to every class that the person is in. The projection of people reads no other tables, so it
 * cannot name these classes. Each node finds them for its own rooms.
 */
@Injectable()
export class PersonChanges implements OnModuleInit {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly live: LiveHub,
  ) {}

  onModuleInit(): void {
    this.live.onChange('person', (userId) => this.publishChanges(userId));
  }

  private async publishChanges(userId: string): Promise<void> {
    const { rows } = await this.pool.query<{ session_id: string }>({
      name: 'classes-of-person',
      text: 'select session_id from read.rosters where user_id = $1',
      values: [userId],
    });
    for (const { session_id } of rows) for (const topic of TOPICS) this.live.changed(topic, session_id);
  }
}
