import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CONFIG, type Config } from './config.js';
import { AccessCodesModule } from './features/access-codes/access-codes.module.js';
import { accessCodesProjection } from './features/access-codes/access-codes.projection.js';
import { AuditModule } from './features/audit/audit.module.js';
import { auditProjection } from './features/audit/audit.projection.js';
import { BannerModule } from './features/banner/banner.module.js';
import { bannerProjection } from './features/banner/banner.projection.js';
import { CatalogueModule } from './features/catalogue/catalogue.module.js';
import { catalogueProjection } from './features/catalogue/catalogue.projection.js';
import { sentAnswersProjection } from './features/catalogue/sent-answers/sent-answers.projection.js';
import { CoursesModule } from './features/courses/courses.module.js';
import { ListCoursesModule } from './features/courses/list-courses/list-courses.module.js';
import { ManageCoursesModule } from './features/courses/manage-courses/manage-courses.module.js';
import { coursesProjection } from './features/courses/courses.projection.js';
import { MemberAccountsModule } from './features/courses/member-accounts/member-accounts.module.js';
import { rostersProjection } from './features/courses/rosters.projection.js';
import { ExportsModule } from './features/exports/exports.module.js';
import { FirstStartModule } from './features/first-start/first-start.module.js';
import { GameModule } from './features/game/game.module.js';
import { GradebookModule } from './features/gradebook/gradebook.module.js';
import { GradesModule } from './features/grades/grades.module.js';
import { gradesProjection } from './features/grades/grades.projection.js';
import { LeaderboardsModule } from './features/leaderboards/leaderboards.module.js';
import { OperationsModule } from './features/operations/operations.module.js';
import { OrganizationsModule } from './features/organizations/organizations.module.js';
import { organizationsProjection } from './features/organizations/organizations.projection.js';
import { organizationMembersProjection } from './features/organizations/read-organizations/organization-members.projection.js';
import { SeatsModule } from './features/organizations/seats/seats.module.js';
import { seatsProjection } from './features/organizations/seats/seats.projection.js';
import { PasswordResetsModule } from './features/password-resets/password-resets.module.js';
import { PaymentsModule } from './features/payments/payments.module.js';
import { PeopleModule } from './features/people/people.module.js';
import { peopleProjection } from './features/people/people.projection.js';
import { UserAdministrationModule } from './features/people/user-administration/user-administration.module.js';
import { PresenceModule } from './features/presence/presence.module.js';
import { QuizResponsesModule } from './features/quiz-responses/quiz-responses.module.js';
import { RecordingModule } from './features/recording/recording.module.js';
import { recordingsProjection } from './features/recording/recordings.projection.js';
import { RegistrationModule } from './features/registration/registration.module.js';
import { attemptsProjection } from './features/results/attempts.projection.js';
import { SandboxesModule } from './features/sandboxes/sandboxes.module.js';
import { sandboxesProjection } from './features/sandboxes/sandboxes.projection.js';
import {
  answerReleasesProjection,
  debriefReleasesProjection,
} from './features/scores/releases/class-releases.projection.js';
import { ExportScoresModule } from './features/scores/export-scores/export-scores.module.js';
import { ScoresModule } from './features/scores/scores.module.js';
import { VerifyFlightsModule } from './features/scores/verify-flights/verify-flights.module.js';
import { SecurityEventsModule } from './features/security-events/security-events.module.js';
import { SessionsModule } from './features/sign-in/sessions/sessions.module.js';
import { SignInModule } from './features/sign-in/sign-in.module.js';
import { UserImportModule } from './features/user-import/user-import.module.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { DatabaseClock } from './platform/database/database-clock.js';
import { DatabaseModule } from './platform/database/database.module.js';
import type { DatabaseUrls } from './platform/database/pool.js';
import { EventSourcingModule, type EventSourcingOptions } from './platform/eventsourcing/event-sourcing.module.js';
import type { Projection } from './platform/eventsourcing/projection.js';
import { HttpModule } from './platform/http/http.module.js';
import { ReadModelsModule } from './platform/http/read-models.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { LiveModule } from './platform/live/live.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { OpsModule } from './platform/ops/ops.module.js';
import { StatusModule } from './platform/status/status.module.js';
import { streams } from './streams.js';
import { TracingModule } from './platform/tracing/tracing.module.js';

/** All projections, in the order in which they are applied. */
export const projections = [
  organizationsProjection,
  organizationMembersProjection,
  seatsProjection,
  accessCodesProjection,
  peopleProjection,
  catalogueProjection,
  sentAnswersProjection,
  coursesProjection,
  rostersProjection,
  attemptsProjection,
  answerReleasesProjection,
  debriefReleasesProjection,
  recordingsProjection,
  sandboxesProjection,
  bannerProjection,
  gradesProjection,
  auditProjection(streams.auditRules),
] as unknown as readonly Projection[];

/** The root module: imports the platform modules, then one module per feature. */
@Module({})
export class AppModule {
  /** Only tests pass `schemas`. */
  static forRoot(
    config: Config,
    urls: DatabaseUrls,
    options: Pick<EventSourcingOptions, 'schemas' | 'isLogAway'> = {},
  ): DynamicModule {
    return {
      module: AppModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
      imports: [
        CqrsModule.forRoot(),
        HttpModule.forRoot({ useExisting: DatabaseClock }),
        OpsModule,
        TracingModule,
        DatabaseModule.forRoot(urls),
        EventSourcingModule.forRoot({ projections, streams, ...options }),
        ReadModelsModule,
        AuthModule,
        JobsModule,
        MailModule,
        LiveModule,
        StatusModule,
        SignInModule,
        SessionsModule,
        PeopleModule,
        PasswordResetsModule,
        UserAdministrationModule,
        OrganizationsModule,
        SeatsModule,
        AccessCodesModule,
        RegistrationModule,
        PaymentsModule,
        CatalogueModule,
        CoursesModule,
        ListCoursesModule,
        ManageCoursesModule,
        MemberAccountsModule,
        GradesModule,
        ScoresModule,
        VerifyFlightsModule,
        GradebookModule,
        ExportScoresModule,
        LeaderboardsModule,
        QuizResponsesModule,
        PresenceModule,
        RecordingModule,
        GameModule,
        SandboxesModule,
        BannerModule,
        AuditModule,
        SecurityEventsModule,
        ExportsModule,
        OperationsModule,
        UserImportModule,
        FirstStartModule,
      ],
    };
  }
}
