import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeReleaseRequest, ClassRelease } from '../../../api/contracts/results.contract.js';
import { api } from '../api-client/api.js';
import { useSubmission } from '../forms/use-submission.js';
import { toast } from '../toasts/toasts.atoms.js';
import { Toggle } from '../ui/toggle.js';

interface ReleaseSwitchProps {
  /** What is released, as in the path of the routes. */
  what: 'answers' | 'debrief';
  sessionId: string;
  texts: {
    readonly label: string;
    readonly released: string;
    readonly withheld: string;
    readonly hint: string;
    readonly doneReleased: string;
    readonly doneWithheld: string;
    readonly failed: string;
  };
}

/** Switch that releases something of a class to its students, or withholds it again. */
export function ReleaseSwitch({ what, sessionId, texts }: ReleaseSwitchProps) {
  const path = `/sessions/${sessionId}/${what}`;
  const query = releaseQuery(path);
  const { data } = useQuery(query);
  const client = useQueryClient();
  const change = useSubmission({
    send: (body: ChangeReleaseRequest, idempotencyKey) =>
      api.call<ClassRelease>(path, { method: 'PUT', body, idempotencyKey, keepsPage: true }),
    onSuccess: (release) => {
      client.setQueryData(query.queryKey, release);
      toast(release.releasedAt === null ? texts.doneWithheld : texts.doneReleased, 'success');
    },
    onError: () => toast(texts.failed, 'error'),
  });
  if (!data) return null;
  return (
    <Toggle
      label={texts.label}
      tone="quiet"
      checked={data.releasedAt !== null}
      words={[texts.released, texts.withheld]}
      hint={texts.hint}
      disabled={change.isPending}
      onChange={(released) => change.mutate({ released })}
    />
  );
}

/** GET /sessions/{id}/answers or /sessions/{id}/debrief. */
const releaseQuery = (path: string) =>
  queryOptions({
    queryKey: ['class-release', path],
    queryFn: () => api.call<ClassRelease>(path, { keepsPage: true }),
  });
