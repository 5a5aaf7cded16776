import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { eraseKey } from '../../../platform/eventsourcing/erased-subjects.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import { type Reactor, readerOf } from '../../../platform/eventsourcing/projecting/reactor.js';
import type { UserEvent } from '../user.events.js';

type Erasure = Extract<UserEvent, { type: 'PersonalDataErased' }>;

const NAME = 'erased-people';

/** Checkpoint of the reactor. Without it, the reactor completes every erasure of the log again. */
export const ERASED_PEOPLE_READER = readerOf(NAME);

/** Reactor that completes every recorded erasure: those of versions that wrote the tombstone later or none, and those of a restored log. */
@Injectable()
export class ErasedPeople {
  constructor(@Inject(POOL) pool: Pool, reactors: ReactorRegistry) {
    const reactor: Reactor<Erasure> = {
      name: NAME,
      handles: ['PersonalDataErased'],
      react: ({ data }: RecordedEvent<Erasure>) => inTransaction(pool, (client) => eraseIdentity(client, data.userId)),
    };
    reactors.register(reactor);
  }
}

/** Deletes a person's key for good and frees the e-mail address. The user name stays reserved, as a hash. */
export async function eraseIdentity(client: Pick<Pool, 'query'>, userId: string): Promise<void> {
  await eraseKey(client, userId);
  await client.query("delete from plain.claims where owner_id = $1 and kind = 'email'", [userId]);
}

/**
 * Repeats the erasures of a restored log in PostgreSQL before its read models are built, because the restored keys may be older than
 * the erasures. For a log in KurrentDB, and after an interrupted restore, the reactor does the same.
 */
export async function repeatErasures(client: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select distinct data->>'userId' as id from log.events where type = 'PersonalDataErased'",
  );
  for (const { id } of rows) await eraseIdentity(client, id);
  // Otherwise the reactor would read the whole log again, and all other reactors with it.
  await client.query(
    `insert into plain.checkpoints (reader, position, event_id, stream, version, sequence, leader_epoch)
     select $1, position, event_id, stream, version, sequence, leader_epoch from plain.checkpoints
     where reader like 'reactor:%' order by sequence limit 1 on conflict (reader) do nothing`,
    [ERASED_PEOPLE_READER],
  );
}
