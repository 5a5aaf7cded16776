import type { DomainEvent } from '../message.js';
import type { LiveChangeName, Projection } from '../projection.js';

type Sampled = DomainEvent<'Sampled', { index: number; poison?: boolean }>;

/** Stores the newest index of each stream; throws on `poison`. Each name and version is another projection. */
export const sampleProjection = (name = 'samples', version = 1): Projection<Sampled> => ({
  name,
  version,
  handles: ['Sampled'],
  tables: [`${name}_v${version}`],
  schema: `create table ${name}_v${version} (stream text primary key, index integer not null, sequence bigint not null)`,
  apply: async (client, events) => {
    if (events.some((event) => event.data.poison)) throw new RangeError('poison');
    const newest = new Map(events.map((event) => [event.stream, event]));
    await client.query(
      `insert into ${name}_v${version} as s (stream, index, sequence)
       select stream, index, sequence from jsonb_to_recordset($1) as e (stream text, index integer, sequence bigint)
       on conflict (stream) do update set index = excluded.index, sequence = excluded.sequence where s.sequence < excluded.sequence`,
      [
        JSON.stringify(
          [...newest.values()].map(({ stream, data, sequence }) => ({ stream, index: data.index, sequence })),
        ),
      ],
    );
    // The topic is the projection's own name, which no projection of the platform declares.
    return [...newest.keys()].map((id) => ({ topic: name as LiveChangeName, id }));
  },
});
