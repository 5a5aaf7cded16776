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
import { PresentStudents } from './present-students.js';

/** Event `presence` on `/live`: students of a running class report their presence. */
@WebSocketGateway({ namespace: LIVE_NAMESPACE })
export class PresenceGateway implements OnGatewayDisconnect {
  constructor(private readonly present: PresentStudents) {}

  @SubscribeMessage('presence')
  presence(@ConnectedSocket() socket: LiveSocket, @MessageBody() body: unknown): void {
    const { actor, rate } = socket.data;
    const report = PresenceReport.safeParse(body);
    if (rate.allow() && report.success && actor) this.present.report(socket.id, actor.userId, report.data);
  }

  handleDisconnect(socket: LiveSocket): void {
    this.present.leave(socket.id);
  }
}
