import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses/courses.module.js';
import { PresenceGateway } from './presence.gateway.js';
import { PresenceLive } from './presence.live.js';
import { PresenceTable } from './presence-table.js';
import { PresentStudents } from './present-students.js';
import { SweepPresence } from './sweep-presence.js';

@Module({
  imports: [CoursesModule],
  providers: [PresenceGateway, PresenceLive, PresenceTable, PresentStudents, SweepPresence],
})
export class PresenceModule {}
