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

/**
 * Returns the classes to compare with, which are none while they load, and the chosen one of the address; `ghost` is null while none is
 * chosen or loaded. `now`: the end of a class that runs.
 */
export function useGhost({ session }: Recording, order: DebriefOrder, now: number) {
  const [address, change] = useSearchInUrl();
  const { data: classes = [], isPending } = useQuery(classesQuery(session.groupId));
  const others = classes.filter(({ id, startDate }) => id !== session.id && startDate !== null);
  const chosen = others.find(({ id }: ClassSession) => id === address.get('ghost'))?.id;
  const { data: recording, isError: failed } = useQuery({
    ...recordingQuery(chosen ?? ''),
    enabled: chosen !== undefined,
  });
  const debrief = useMemo(() => (recording ? openDebrief(recording, order) : null), [recording, order]);
  const endDate = recording?.session.endDate;
  const end = endDate ? Date.parse(endDate) : now;
  const ghost = useMemo(
    (): Ghost | null =>
      debrief && { name: debrief.recording.session.name, debrief, axis: axisOf(debrief.recording, end) },
    [debrief, end],
  );
  return {
    isPending,
    others,
    chosen,
    ghost,
    failed,
    onChoose: (id: string | undefined) => change({ ghost: id }),
  };
}

/** Returns the state of a ghost at a distance from the start. */
export const ghostAt = ({ debrief, axis }: Ghost, offset: number) =>
  debrief.at(debrief.positionAt(axis.timeAt(offset)));
