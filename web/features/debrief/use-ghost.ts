import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DebriefAxis, axisOf } from '../../../api/contracts/debrief-axis.rule.js';
import type { DebriefOrder } from '../../../api/contracts/debrief-entries.rule.js';
import { type Debrief, openDebrief } from '../../../api/contracts/debrief.rule.js';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import { classesQuery, recordingQuery } from './debrief.api.js';

/** Another class of the course, shown at the same time after its start. */
export interface Ghost {
  readonly name: string;
  readonly debrief: Debrief;
  readonly axis: DebriefAxis;
}

/** Returns the classes to compare with, and the chosen one of the address; `ghost` is null while none is chosen or loaded. */
export function useGhost({ session }: Recording, order: DebriefOrder) {
  const [address, change] = useSearchInUrl();
  const { data: classes = [] } = useQuery(classesQuery(session.groupId));
  const others = classes.filter(({ id, startDate }) => id !== session.id && startDate !== null);
  const chosen = others.find(({ id }: ClassSession) => id === address.get('ghost'))?.id;
  const { data, isError } = useQuery({ ...recordingQuery(chosen ?? ''), enabled: chosen !== undefined });
  const recording = chosen === undefined ? undefined : data;
  const ghost = useMemo((): Ghost | null => {
    if (!recording) return null;
    const { name, endDate } = recording.session;
    const end = endDate === null ? Date.now() : Date.parse(endDate);
    return { name, debrief: openDebrief(recording, order), axis: axisOf(recording, end) };
  }, [recording, order]);
  return {
    others,
    chosen,
    ghost,
    failed: chosen !== undefined && isError,
    onChoose: (id: string | undefined) => change({ ghost: id }),
  };
}

/** Returns the state of a ghost at a distance from the start. */
export const ghostAt = ({ debrief, axis }: Ghost, offset: number) =>
  debrief.at(debrief.positionAt(axis.timeAt(offset)));
