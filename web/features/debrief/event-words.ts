import { arrivedLate, percentOfAttempt } from '../../../api/contracts/debrief-lanes.rule.js';
import type { DebriefMarker } from '../../../api/contracts/debrief-markers.rule.js';
import { gradeOf } from '../../../api/contracts/grade.rule.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { debriefMessages as messages } from './debrief.messages.js';

/** Describes the events of a recording. Titles and names are looked up once. */
export type EventWords = ReturnType<typeof eventWords>;

/** Returns functions that describe the events of a recording in words. */
export function eventWords(recording: Recording) {
  const { editions, removed, scenarios, attempts, steps, states, bookmarks } = recording;
  const published = [...removed, ...editions.flatMap((edition) => edition.scenarios)];
  const titles = new Map(published.map((each) => [each.scenarioId, each.scenarioShortTitle]));
  const places = new Map<string, number>();
  const titleOf = (scenario: number | null): string => titles.get(scenarios[scenario ?? -1] ?? '') ?? '';
  const personOf = (person: number): string => nameOf(recording, person) || messages.removed;

  function resultOf(index: number): string {
    const percent = percentOfAttempt(attempts[index]!);
    return percent === null ? messages.result.ungraded : messages.result.graded(gradeOf(percent), percent);
  }

  function resultById(attemptId: string): string {
    if (places.size === 0) for (const [index, attempt] of attempts.entries()) places.set(attempt[15], index);
    const attempt = attempts[places.get(attemptId) ?? -1];
    if (!attempt) return messages.markers.aResult;
    return messages.markers.resultOf(titleOf(attempt[2]), personOf(attempt[1]));
  }

  const titleById = (scenarioId: string): string => titleOf(scenarios.indexOf(scenarioId));

  /** Names the result of a student, who may have no attempt. */
  function cellOf([, , , , userId, scenarioId]: readonly [
    number,
    number,
    string,
    string,
    string,
    string,
    ...unknown[],
  ]) {
    const person = recording.people.findIndex(([id]) => id === userId);
    return messages.markers.resultOf(titleById(scenarioId), personOf(person));
  }

  function decisionWords(index: number): string {
    const step = steps[index]!;
    const texts = messages.markers;
    switch (step[2]) {
      case 'accepted':
        return texts.accepted(resultById(step[4]));
      case 'set-aside':
        return texts.setAside(resultById(step[4]));
      case 'points':
        return texts.points(cellOf(step), step[6], step[7]);
      case 'excused':
      case 'commented':
      case 'restored':
        return texts[step[2]](cellOf(step));
      case 'regraded':
        return texts.regraded(titleById(step[4]));
      case 'undone':
        return texts.undone;
      case 'grading':
        return texts.grading(texts.counting[step[3].count]);
      default:
        return texts.cleared;
    }
  }

  /** Describes a marker in one sentence. */
  function markerWords({ kind, person, index }: DebriefMarker): string {
    const texts = messages.markers;
    const name = personOf(person);
    switch (kind) {
      case 'joined':
      case 'leader':
      case 'offline':
        return texts[kind](name);
      case 'handed-in': {
        const text = texts.handedIn(name, titleOf(attempts[index]![2]), resultOf(index));
        return arrivedLate(attempts[index]!) ? texts.late(text) : text;
      }
      case 'help-asked':
        return texts.helpAsked(name);
      case 'help-answered': {
        const helper = states[index]![5];
        return helper === null ? texts.helpAnswered(name) : texts.helpAnsweredBy(name, personOf(helper));
      }
      case 'bookmark': {
        const note = bookmarks[index]![3];
        return note ? texts.noted(name, note) : texts.bookmark(name);
      }
      case 'decision':
        return decisionWords(index);
      default:
        return texts[kind];
    }
  }

  return { titleOf, personOf, resultOf, markerWords };
}

/** Returns the name of a person: first and last name, otherwise the username. Empty for students who were removed. */
function nameOf({ people }: Recording, person: number): string {
  const [, username = '', firstName = '', lastName = ''] = people[person] ?? [];
  return `${firstName} ${lastName}`.trim() || username;
}
