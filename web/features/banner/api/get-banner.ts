import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /systemSettings/bannerMessage, null when none was ever set; in the background, no page changes over it. */
export const getBanner = (cache: RequestCache = 'default'): Promise<BannerMessage | null> =>
  api.call('/systemSettings/bannerMessage', { background: true, cache });
