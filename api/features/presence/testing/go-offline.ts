import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import type { Socket } from 'socket.io-client';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { until } from '../../../testing/until.js';
import { PresentStudents } from '../present-students.js';

/** Disconnects a socket and stops the clock at the time at which the ended connection no longer counts. Restore the mocks afterwards. */
export async function goOffline(app: INestApplication, socket: Socket): Promise<void> {
  const { id } = socket;
  const left = jest.spyOn(app.get(PresentStudents), 'leave');
  socket.disconnect();
  await until(() => left.mock.calls.some(([connectionId]) => connectionId === id));
  const clock = app.get<Clock>(CLOCK);
  jest.spyOn(clock, 'now').mockReturnValue(new Date(clock.now().getTime() + 10_000));
}
