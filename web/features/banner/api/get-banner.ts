import type { BannerMessage } from '../../../../api/contracts/banner.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /systemSettings/bannerMessage; null when none was ever set. A background request: a failure never replaces the page. */
export const getBanner = (cache: RequestCache = 'default'): Promise<BannerMessage | null> =>
  api.call('/systemSettings/bannerMessage', { background: true, cache });
