import { ERASED } from '../../platform/eventsourcing/personal-data.js';

/** Returns SQL that joins the person who made the decision `d`, if that person was not erased. */
export const joinDecider = (alias: string): string =>
  `left join read.people ${alias} on ${alias}.id = d.decided_by and ${alias}.username <> '${ERASED}'`;
