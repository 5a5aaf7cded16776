import { Body, Controller, HttpCode, Logger, Post } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '../auth/access.decorator.js';
import { FaultLog } from '../ops/fault-log.js';
import { CSP_REPORT, Limits } from './limits.decorator.js';
import { CSP_REPORTS_PATH } from './security-headers.js';

const MAX_BODY_BYTES = 16 * 1024;
/** A blocked source without a URL: `inline`, `eval`, `wasm-eval`, `data`, `blob`. */
const KEYWORD = /^[a-z-]{1,30}$/;
const DIRECTIVE = /^[a-z-]{1,40}/;

const CspReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().max(1_000).optional(),
    'violated-directive': z.string().max(1_000).optional(),
    'blocked-uri': z.string().max(8_000).optional(),
    'document-uri': z.string().max(8_000).optional(),
  }),
});
type CspReport = z.infer<typeof CspReport>;

/** Receives the reports of browsers about violations of the content security policy. */
@Controller(CSP_REPORTS_PATH)
export class CspReportsController {
  private readonly faults = new FaultLog(new Logger('ContentSecurityPolicy'));

  /** Writes one log line. The endpoint is public, so the line contains no part of the report that can be personal or secret. */
  @Post()
  @HttpCode(204)
  @Public()
  @Limits({ bodyLimit: MAX_BODY_BYTES, mediaType: CSP_REPORT })
  receive(@Body({ schema: CspReport }) { 'csp-report': report }: CspReport): void {
    const directive = DIRECTIVE.exec(report['effective-directive'] ?? report['violated-directive'] ?? '')?.[0];
    const [blocked, page] = [originOf(report['blocked-uri'] ?? ''), sectionOf(report['document-uri'] ?? '')];
    this.faults.warn(`a browser blocked ${blocked} on ${page} because of ${directive ?? 'an unknown directive'}`);
  }
}

function originOf(blocked: string): string {
  if (KEYWORD.test(blocked)) return blocked;
  return addressIn(blocked)?.origin.slice(0, 100) ?? 'an unknown resource';
}

/**
 * Returns the first path segment, such as `/instructor` for `/instructor/gradebook/Orbits`. The rest of the path can name
 * people, and the query can contain a secret.
 */
function sectionOf(page: string): string {
  const segment = addressIn(page)?.pathname.split('/')[1];
  return segment !== undefined && /^[\w-]{0,30}$/.test(segment) ? `/${segment}` : 'an unknown page';
}

const addressIn = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
