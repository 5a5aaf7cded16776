import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Actor } from '../../../platform/auth/actor.js';
import { Actors } from '../../../platform/auth/actors.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { isInRunningClass } from '../../courses/running-class.query.js';
import { UdlTokens } from './udl-tokens.js';

const BASIC = /^Basic ([\w+/-]+={0,2})$/i;

/** Decides whether a request may use the data library. It accepts only its own tokens, no access tokens or cookies. */
@Injectable()
export class UdlAccess {
  constructor(
    private readonly tokens: UdlTokens,
    private readonly actors: Actors,
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
  ) {}

  /**
   * Returns the player whom the Basic credentials identify, with the present rights.
   * @throws DomainError 401 for other credentials, 403 for a player without organization and running class
   */
  async playerOf(authorization: string | undefined): Promise<Actor> {
    const [username, token] = credentialsIn(authorization);
    const subject = this.tokens.read(token);
    const actor = subject && (await this.actors.resolve(subject));
    if (!actor || actor.username.toLowerCase() !== username.toLowerCase())
      throw new DomainError('UNAUTHENTICATED', 'Start the game again to get a new password for the data library.', 401);
    if (actor.organizationId === null && !(await this.isInClass(actor.userId)))
      throw new DomainError(
        'FORBIDDEN',
        'The data library is open to members of an organization and to people in a running class. Join a class first.',
        403,
      );
    return actor;
  }

  /**
   * True when the player is in a running class. Waits for the read models before a rejection, because the player may have
   * just joined.
   */
  private async isInClass(userId: string): Promise<boolean> {
    if (await isInRunningClass(this.pool, userId)) return true;
    await this.progress.catchUp();
    return isInRunningClass(this.pool, userId);
  }
}

function credentialsIn(authorization: string | undefined): [username: string, token: string] {
  const encoded = BASIC.exec(authorization ?? '')?.[1];
  if (!encoded) return ['', ''];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1)];
}
