import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { LiveHub } from '../../platform/live/live-hub.js';

/** Topics that show people by name. */
const TOPICS = ['gradebook', 'quiz', 'leaderboard', 'recording', 'review'] as const;

/** Selects the classes that show the people: as students, or as staff who decided about results. */
const SELECT_CLASSES = `
  select session_id from read.rosters where user_id = any ($1)
  union select session_id from read.grade_decisions where decided_by = any ($1) and session_id is not null`;

/**
 * Forwards a change of a person to every class that shows the person. The projection of people reads no other tables, so it
 * cannot name these classes. Each node finds them for its own rooms.
 */
@Injectable()
export class PersonChanges implements OnModuleInit {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly live: LiveHub,
  ) {}

  onModuleInit(): void {
    this.live.onChange('person', (userIds) => this.publishChanges(userIds));
  }

  private async publishChanges(userIds: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<{ session_id: string }>({
      name: 'classes-of-people',
      text: SELECT_CLASSES,
      values: [userIds],
    });
    for (const { session_id } of rows) for (const topic of TOPICS) this.live.changed(topic, session_id);
  }
}
