import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses/courses.module.js';
import { HelpController } from './help.controller.js';
import { helpTopic } from './help.live.js';
import { HelpRequests } from './help-requests.js';
import { PresenceGateway } from './presence.gateway.js';
import { presenceTopic } from './presence.live.js';
import { PresencePolls } from './presence-polls.js';
import { PresenceTable } from './presence-table.js';
import { PresentStudents } from './present-students.js';
import { RecordedStatesQuery } from './recorded-states.query.js';
import { SweepPresence } from './sweep-presence.js';

@Module({
  imports: [CoursesModule],
  controllers: [HelpController],
  providers: [
    helpTopic,
    HelpRequests,
    PresenceGateway,
    presenceTopic,
    PresencePolls,
    PresenceTable,
    PresentStudents,
    RecordedStatesQuery,
    SweepPresence,
  ],
  exports: [RecordedStatesQuery],
})
export class PresenceModule {}
