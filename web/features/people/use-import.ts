import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UserImport } from '../../../api/contracts/user-import.contract.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { importQuery } from './api/get-import.js';
import { peopleMessages as messages } from './people.messages.js';

/** The newest import, null for none; also after the page was loaded anew. When it ends it is said, and the users are loaded. */
export function useImport(): UserImport | null {
  const client = useQueryClient();
  const { data } = useQuery(importQuery);
  const current = data?.import ?? null;
  const running = useRef<string | null>(null);
  useEffect(() => {
    if (current?.state === 'running') running.current = current.id;
    if (current?.state !== 'ended' || running.current !== current.id) return;
    running.current = null;
    const { made, refused } = current;
    toast(
      refused === 0 ? messages.imports.imported(made) : messages.imports.importedRefused(made, refused),
      refused === 0 ? 'success' : 'warning',
    );
    void client.invalidateQueries({ queryKey: ['users'] });
  }, [client, current]);
  return current;
}
