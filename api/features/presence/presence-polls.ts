import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LivePolls } from '../../platform/live/live-polls.js';
import { PresentStudents } from './present-students.js';

/** Accepts the presence reports of students whose pages poll. */
@Injectable()
export class PresencePolls implements OnModuleInit {
  constructor(
    private readonly polls: LivePolls,
    private readonly present: PresentStudents,
  ) {}

  onModuleInit(): void {
    this.polls.listen({
      reported: (pollId, userId, report) => this.present.report(pollId, userId, report),
      ended: (pollId) => this.present.leave(pollId),
    });
  }
}
