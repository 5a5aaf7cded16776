import { queryOptions } from '@tanstack/react-query';
import type { Sandbox } from '../../../../api/contracts/sandbox.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';

export interface SandboxList {
  sandboxes: readonly Sandbox[];
  /** Total number, which may exceed the length of the list. */
  total: number;
}

/** GET /sandboxes: the sandboxes of all users, for system admins. */
export const sandboxesQuery = () =>
  queryOptions({
    queryKey: ['sandboxes'],
    queryFn: async (context): Promise<SandboxList> => {
      const { body, header } = await api.page<Sandbox[]>('/sandboxes', keepsShownPage(context));
      return { sandboxes: body, total: Number(header('x-total-count') ?? body.length) };
    },
  });
