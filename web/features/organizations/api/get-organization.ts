import { queryOptions } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /organizations/{id}: an organization, for its admins and system admins. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id],
    queryFn: () => api.call<Organization>(`/organizations/${id}`, { background: true }),
  });
