import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { LIVE_NAMESPACE } from '../../contracts/live.contract.js';
import { PresenceReport } from '../../contracts/presence.contract.js';
import type { LiveSocket } from '../../platform/live/live-socket.js';
import { FaultLog } from '../../platform/ops/fault-log.js';
import { ClassOfAttemptQuery } from '../courses/class-of-attempt.query.js';
import { PresentStudents } from './present-students.js';

/** Event `presence` on `/live`: students of a running class report where they are; everything else is passed over. */
@WebSocketGateway({ namespace: LIVE_NAMESPACE })
export class PresenceGateway implements OnGatewayDisconnect {
  private readonly faults = new FaultLog(new Logger(PresenceGateway.name));

  constructor(
    private readonly classes: ClassOfAttemptQuery,
    private readonly present: PresentStudents,
  ) {}

  handleDisconnect(socket: LiveSocket): void {
    this.present.leave(socket.id);
  }

  @SubscribeMessage('presence')
  async presence(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): Promise<void> {
    const report = PresenceReport.safeParse(body);
    const { actor, rate } = socket.data;
    if (!rate.allow() || !report.success || !actor) return;
    const { sessionId } = report.data;
    if (this.present.isIn(socket.id, sessionId, actor.userId)) {
      return this.present.report(socket.id, actor.userId, report.data);
    }
    try {
      const startedAt = await this.startOfOwnClass(sessionId, actor.userId);
      // It may be over while that was looked up.
      if (startedAt === null || !socket.connected) return;
      this.present.report(socket.id, actor.userId, report.data, startedAt);
    } catch (error) {
      this.faults.report(error);
    }
  }

  /** Null when no such class runs, or not for this person. Asked once; whoever leaves later is not written any more. */
  private async startOfOwnClass(sessionId: string, userId: string): Promise<string | null> {
    const found = await this.classes.find(sessionId);
    if (!found || found.startedAt === null || found.endedAt !== null) return null;
    return (await this.classes.isOnRoster(sessionId, userId)) ? found.startedAt : null;
  }
}
