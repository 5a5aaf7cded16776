import { useState } from 'react';
import { locale } from '../../shared/messages/messages.js';
import { type MonitoredStudent, nameOf, needsHelp } from './monitor.js';
import { presenceMessages as messages } from './presence.messages.js';

const NAMED = 3;

/** Says who has just asked for help, for screen readers; nothing of those who asked before the page was opened. */
export function useHelpAnnouncement(students: readonly MonitoredStudent[]): string {
  const [last, setLast] = useState({ students, text: '' });
  if (last.students === students) return last.text;
  const asked = new Set(last.students.filter(({ presence }) => needsHelp(presence)).map(({ userId }) => userId));
  const fresh = students.filter(({ userId, presence }) => needsHelp(presence) && !asked.has(userId));
  const text = fresh.length > 0 ? announcement(fresh) : last.text;
  setLast({ students, text });
  return text;
}

function announcement(students: readonly MonitoredStudent[]): string {
  if (students.length > NAMED) return messages.requests.announceCount(students.length);
  const names = students.map(({ member }) => (member ? nameOf(member) : messages.requests.aStudent));
  return messages.requests.announceNames(new Intl.ListFormat(locale()).format(names), names.length);
}
