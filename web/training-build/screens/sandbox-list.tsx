import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateAndTime } from '../../shared/readable-time.js';
import type { PlatformApi, SandboxEntry } from '../bridge/platform-api.js';
import type { OpenSandbox } from '../play/sandbox.js';
import { growOnSmallScreens } from './full-screen.js';
import { Problem } from './problem.js';

interface SandboxListProps {
  api: PlatformApi;
  /** Called with null for a new sandbox. */
  onOpen: (sandbox: OpenSandbox | null) => void;
}

/** While the browser is offline, the default mode shows no problem, and sends the request later, when it may no longer be wanted. */
const NOW = 'always';

/** The player's own sandboxes, the last changed first. */
export function SandboxList({ api, onOpen }: SandboxListProps) {
  const { data, error, refetch } = useQuery({ queryKey: ['sandboxes'], queryFn: () => api.sandboxes() });
  const [asked, setAsked] = useState<string | null>(null);
  const remove = useMutation({
    mutationFn: (id: string) => api.deleteSandbox(id),
    networkMode: NOW,
    onSettled: () => void refetch(),
  });
  const opening = useMutation({ mutationFn: (entry: SandboxEntry) => openSandbox(api, entry), networkMode: NOW });
  const open = (entry: SandboxEntry): void => {
    growOnSmallScreens();
    // TanStack Query skips this `onSuccess` after an unmount, so a late answer does not replace a quiz
    opening.mutate(entry, { onSuccess: onOpen });
  };
  const createNew = (): void => {
    growOnSmallScreens();
    onOpen(null);
  };
  return (
    <section>
      <div className="row">
        <h2>My sandboxes</h2>
        <button type="button" className="main" onClick={createNew}>
          New sandbox
        </button>
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {remove.isError && <Problem error={remove.error} onRetry={() => remove.mutate(remove.variables)} />}
      {opening.isError && <Problem error={opening.error} onRetry={() => open(opening.variables)} />}
      {!data && !error && <p role="status">Loading...</p>}
      {data?.length === 0 && <p>No sandboxes yet. Create one, fly it, and save the state you reach.</p>}
      <ul className="list">
        {data?.map((entry) => (
          <li key={entry.id} className="row">
            <button type="button" className="wide" onClick={() => open(entry)}>
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

async function openSandbox(api: PlatformApi, { id, title }: SandboxEntry): Promise<OpenSandbox> {
  const { data, version } = (await api.openSandbox(id)) as Pick<OpenSandbox, 'data' | 'version'>;
  return { id, title, version, data };
}
