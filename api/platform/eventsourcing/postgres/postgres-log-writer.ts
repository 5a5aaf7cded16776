import type { Pool } from 'pg';
import type { LogWriter } from '../copying/copy-log.js';

/** Inserts events in one transaction, in the order given and after those of the previous statement. */
const INSERT_RECORDED = `
  insert into log.events (epoch, stream, version, event_id, type, data, metadata, recorded_at)
  select (select log.current_epoch()), e.stream, e.version, e.event_id, e.type, e.data, e.metadata, e.recorded_at
  from json_to_recordset($1) as e
    (nth integer, stream text, version integer, event_id uuid, type text, data jsonb, metadata jsonb, recorded_at timestamptz)
  order by e.nth`;

/** Writes events recorded by another log into the tables of the log in PostgreSQL. */
export const postgresLogWriter = (pool: Pool): LogWriter => ({
  append: async (events) => {
    const rows = events.map(({ eventId, recordedAt, stream, version, type, data, metadata }, nth) => {
      return { nth, stream, version, event_id: eventId, type, data, metadata, recorded_at: recordedAt };
    });
    await pool.query(INSERT_RECORDED, [JSON.stringify(rows)]);
  },
});
