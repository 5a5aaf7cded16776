import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';

/** Identity of this process of the platform. */
@Injectable()
export class NodeIdentity {
  readonly id = randomUUID();
  readonly host = hostname().slice(0, 100);
  readonly pid = process.pid;
  readonly startedAt = new Date();
}
