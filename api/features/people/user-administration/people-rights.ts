import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import type { Rights, RightsSource } from '../../../platform/auth/rights.js';
import { SEQUENCE_OF_READ } from '../../../platform/eventsourcing/projecting/followed-changes.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { peopleInRunningClass } from '../../courses/running-class.query.js';
import { organizationByStream } from '../../organizations/organization-by-stream.query.js';
import type { Person } from '../people.query.js';
import { userStream } from '../user.stream.js';

/**
 * Rights from the read model. Before it refuses a user it reads the streams, because the read model may lag behind a registration, an
 * enabling or a payment. Participants of a running class of an unpaid organization keep their rights until it ends. The read models alone
 * decide that, because no new class begins there.
 */
@Injectable()
export class PeopleRights implements RightsSource {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async load(userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
    const people = await this.fromReadModel(userIds);
    const inClass = await peopleInRunningClass(this.pool, [...people.values()].filter(isLockedOut));
    const rights = new Map<string, Rights>();
    for (const id of userIds) {
      const person = people.get(id);
      const known = person && rightsOf(person, inClass.has(id));
      const found = known?.canPlay ? known : await this.fromStreams(id);
      if (found) rights.set(id, found);
    }
    return rights;
  }

  private async fromReadModel(userIds: readonly string[]): Promise<ReadonlyMap<string, RightsFacts>> {
    const { rows } = await this.pool.query<PersonFacts & { sequence: string }>({
      name: 'rights-of-people',
      text: `select p.id, p.username, p.role, p.enabled, p.organization_id as "organizationId", o.is_paid as "organizationPaid",
               ${SEQUENCE_OF_READ} as sequence
             from read.people p left join read.organizations o on o.id = p.organization_id
             where p.id = any ($1::uuid[])`,
      values: [userIds],
    });
    return new Map(rows.map((row) => [row.id, { ...row, sequence: Number(row.sequence) }]));
  }

  private async fromStreams(userId: string): Promise<Rights | null> {
    const user = await userStream.of(userId).state(this.store);
    if (user.status === 'missing') return null;
    const { username, role, organizationId } = user;
    const organizationPaid = organizationId === null ? null : await this.isPaid(organizationId);
    const enabled = user.status === 'enabled';
    const person = { id: userId, username, role, organizationId, organizationPaid, enabled };
    const inClass = await peopleInRunningClass(this.pool, [person].filter(isLockedOut));
    return rightsOf(person, inClass.has(userId));
  }

  private async isPaid(organizationId: string): Promise<boolean> {
    return (await organizationByStream(this.store, organizationId))?.status === 'paid';
  }
}

type PersonFacts = Pick<Person, 'id' | 'username' | 'role' | 'organizationId' | 'organizationPaid' | 'enabled'>;
type RightsFacts = PersonFacts & {
  /** Sequence of the read models from which the facts were read; undefined for facts from streams. */
  readonly sequence?: number;
};

/**
 * Returns whether an unpaid organization locks the person out. Never true for system admins, so that someone can always administer the
 * platform.
 */
const isLockedOut = ({ role, organizationId, organizationPaid, enabled }: PersonFacts): boolean =>
  enabled && organizationId !== null && organizationPaid !== true && role !== 'SystemAdmin';

function rightsOf(person: RightsFacts, inRunningClass: boolean): Rights {
  const { id: userId, username, role, organizationId, enabled, sequence } = person;
  const isLocked = isLockedOut(person);
  const canPlay = enabled && (inRunningClass || !isLocked);
  const rights = { userId, username, role, organizationId, canPlay, enabled };
  // A class can end by the clock, which publishes no change. Refused people are checked against the streams at each load.
  return canPlay && !isLocked && sequence !== undefined ? { ...rights, sequence } : rights;
}
