import type { ClassAliases } from '../../../api/contracts/leaderboard.contract.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { debriefMessages as messages } from './debrief.messages.js';

/**
 * Returns a recording that contains no name: students have their aliases, and helpers, bookmarks and the code of the course are left out.
 * A view of it cannot show what it does not have.
 */
export function namelessRecording(recording: Recording, aliases: ClassAliases): Recording {
  const names = new Map(aliases);
  return {
    ...recording,
    session: { ...recording.session, accessCode: null },
    // A student without a name was removed from the class.
    people: recording.people.map(([id, username, , , enabled]) => [
      id,
      username && (names.get(id) ?? messages.room.student),
      '',
      '',
      enabled,
    ]),
    states: recording.states.map(([at, person, presence, help, scenario]) => [
      at,
      person,
      presence,
      help,
      scenario,
      null,
    ]),
    bookmarks: [],
  };
}
