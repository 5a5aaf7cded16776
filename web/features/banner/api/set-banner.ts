import { useQueryClient } from '@tanstack/react-query';
import type { SetBannerRequest } from '../../../../api/contracts/banner.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { isBlank } from '../banner-draft.js';
import { bannerSettingsMessages as messages } from '../banner-settings.messages.js';
import { bannerAsSetQuery } from './get-banner-as-set.js';

/** POST /systemSettings/bannerMessage; without a message it hides the banner. */
export function useSetBanner() {
  const client = useQueryClient();
  return useSubmission({
    send: (body: SetBannerRequest, idempotencyKey) =>
      api.call<void>('/systemSettings/bannerMessage', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onSuccess: (_, { message }) => toast(isBlank(message ?? '') ? messages.hidden : messages.set, 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: bannerAsSetQuery().queryKey }),
  });
}
