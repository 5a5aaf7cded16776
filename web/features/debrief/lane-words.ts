import { arrivedLate, type Lane, type LaneItem } from '../../../api/contracts/debrief-lanes.rule.js';
import { gradeOf } from '../../../api/contracts/grade.rule.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';
import { secondOfDay } from '../../shared/readable-time.js';
import { debriefMessages as messages } from './debrief.messages.js';
import type { EventWords } from './event-words.js';

/** Describes an item of a lane in words, without its student. */
export function itemWords(recording: Recording, words: EventWords, { kind, from, to, index }: LaneItem): string {
  const texts = messages.lanes;
  const times = [secondOfDay(from), secondOfDay(to)] as const;
  if (kind === 'attempt') {
    const attempt = recording.attempts[index]!;
    const text = texts.attempt(words.titleOf(attempt[2]), words.resultOf(index), ...times);
    if ((attempt[12] & ATTEMPT_FLAGS.late) !== 0) return texts.attemptTooLate(text);
    return arrivedLate(attempt) ? texts.attemptLate(text, secondOfDay(attempt[3])) : text;
  }
  if (kind === 'scenario') return texts.scenario(words.titleOf(recording.states[index]![4]), ...times);
  return texts[kind](...times);
}

/** Describes the whole lane: the student, the number of results and their mean. */
export function laneWords(words: EventWords, { person, percent, done }: Lane): string {
  const mean = percent === null ? null : Math.floor(percent);
  const result = mean === null ? messages.result.ungraded : messages.result.graded(gradeOf(mean), mean);
  return messages.lanes.summary(words.personOf(person), done, result);
}
