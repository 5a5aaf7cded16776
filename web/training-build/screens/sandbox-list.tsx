import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime } from '../../shared/readable-time.js';
import type { PlatformApi, SandboxEntry } from '../bridge/platform-api.js';
import { Problem } from './problem.js';

/** The player's own sandboxes, the last changed first. */
export function SandboxList({ api, onOpen }: { api: PlatformApi; onOpen: (entry: SandboxEntry | null) => void }) {
  const { data, error: loadError, refetch } = useQuery({ queryKey: ['sandboxes'], queryFn: () => api.sandboxes() });
  const [asked, setAsked] = useState<string | null>(null);
  const remove = useMutation({ mutationFn: (id: string) => api.deleteSandbox(id), onSettled: () => refetch() });
  const error = loadError ?? remove.error;
  return (
    <section>
      <div className="row">
        <h2>My sandboxes</h2>
        <button type="button" className="main" onClick={() => onOpen(null)}>
          New sandbox
        </button>
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <p role="status">Loading...</p>}
      {data?.length === 0 && <p>No sandboxes yet. Create one, fly it, and save the state you reach.</p>}
      <ul className="list">
        {data?.map((entry) => (
          <li key={entry.id} className="row">
            <button type="button" className="wide" onClick={() => onOpen(entry)}>
              {entry.title} <span className="note">{dateAndTime(entry.lastModified)}</span>
            </button>
            {asked === entry.id ? (
              <>
                <button type="button" onClick={() => remove.mutate(entry.id)}>
                  Delete permanently
                </button>
                <button type="button" onClick={() => setAsked(null)}>
                  Keep
                </button>
              </>
            ) : (
              <button type="button" aria-label={`Delete ${entry.title}`} onClick={() => setAsked(entry.id)}>
                Delete
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
