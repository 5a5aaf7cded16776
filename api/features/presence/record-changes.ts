import { HELP_CODES, PRESENCE_CODES } from '../../contracts/recording.rule.js';

/** SQL that converts the state of a row of `plain.presence` to its code in a recording. */
export const PRESENCE_CODE = `case state ${Object.entries(PRESENCE_CODES)
  .map(([state, code]) => `when '${state}' then ${code}`)
  .join(' ')} end`;

/** SQL that converts the help request of a row of `plain.presence` to its code in a recording. */
export const HELP_CODE = `
  case when help_id is null or help_resolved_at is not null then ${HELP_CODES.none}
       when helper_id is null then ${HELP_CODES.asked} else ${HELP_CODES.answered} end`;

/**
 * Common table expressions that append changes of presence to the recordings of their classes. `changes` names an expression with columns
 * session_id, user_id, at, presence, help, scenario_id and helper_id. Classes of organizations that do not record are left out.
 *
 * A class receives its key with its first change. When two nodes record the first change at the same time, neither sees the row of the
 * other. The update then returns the key of the row that was inserted first.
 */
export const recordChanges = (changes: string): string => `
  to_record as (
    select c.* from ${changes} c join read.classes k using (session_id) join read.courses using (course_id)
      left join read.organizations o on o.id = courses.organization_id
    where o.records_classes is not false
  ), new_recordings as (
    insert into plain.recorded_classes as r (session_id)
    select distinct session_id from to_record
    where not exists (select from plain.recorded_classes k where k.session_id = to_record.session_id)
    order by session_id
    on conflict (session_id) do update set session_id = r.session_id
    returning session_id, class_number
  ), recordings as (
    select session_id, class_number from plain.recorded_classes where session_id in (select session_id from to_record)
    union all select session_id, class_number from new_recordings
  ), recorded as (
    insert into plain.recorded_states (at, class_number, presence, help, user_id, scenario_id, helper_id)
    select at, class_number, presence, help, user_id, case when presence > 0 then scenario_id end, helper_id
    from to_record join recordings using (session_id)
  )`;
