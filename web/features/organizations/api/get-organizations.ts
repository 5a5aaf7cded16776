import { queryOptions } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { keepsShownPage } from '../../../shared/api-client/keeps-shown-page.js';
import type { LivePosition } from '../../../shared/live-client/live-client.js';
import { livePositionOf } from '../../../shared/live-client/live-position.js';

export interface OrganizationList {
  organizations: readonly Organization[];
  /** Position from which live rows continue. */
  from: LivePosition | null;
}

/** GET /organizations: all organizations, for system admins. */
export const organizationsQuery = () =>
  queryOptions({
    queryKey: ['organizations'],
    queryFn: async (context): Promise<OrganizationList> => {
      const answer = await api.page<Organization[]>('/organizations', keepsShownPage(context));
      return { organizations: answer.body, from: livePositionOf(answer) };
    },
  });
