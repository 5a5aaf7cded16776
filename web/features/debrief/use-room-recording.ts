import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { aliasesQuery } from './debrief.api.js';
import { namelessRecording } from './nameless-recording.js';
import { useRecording } from './use-recording.js';

/** Returns the recording of a class without names, continued live; undefined while it or the aliases load. */
export function useRoomRecording(sessionId: string) {
  const { recording, failed, retry } = useRecording(sessionId);
  const aliases = useQuery({
    ...aliasesQuery(sessionId, recording?.people.length ?? 0),
    enabled: recording !== undefined,
  });
  const nameless = useMemo(
    () => recording && aliases.data && namelessRecording(recording, aliases.data),
    [recording, aliases.data],
  );
  return {
    recording: nameless,
    failed: failed || aliases.isError,
    retry: () => (failed ? retry() : void aliases.refetch()),
  };
}
