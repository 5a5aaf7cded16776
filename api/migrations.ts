import { courseMigrations } from './features/courses/courses.migrations.js';
import { passwordResetMigrations } from './features/password-resets/password-resets.migrations.js';
import { paymentMigrations } from './features/payments/payments.migrations.js';
import { peopleMigrations } from './features/people/people.migrations.js';
import { presenceMigrations } from './features/presence/presence.migrations.js';
import { recordingMigrations } from './features/recording/recording.migrations.js';
import { registrationMigrations } from './features/registration/registration.migrations.js';
import { sandboxMigrations } from './features/sandboxes/sandboxes.migrations.js';
import { verifyFlightsMigrations } from './features/scores/verify-flights/verify-flights.migrations.js';
import { securityEventMigrations } from './features/security-events/security-events.migrations.js';
import { signInMigrations } from './features/sign-in/sign-in.migrations.js';
import { userImportMigrations } from './features/user-import/user-import.migrations.js';
import { backupMigrations } from './platform/backup/backup.migrations.js';
import { databaseMigrations } from './platform/database/database.migrations.js';
import { eventSourcingMigrations } from './platform/eventsourcing/event-sourcing.migrations.js';
import { projectingMigrations } from './platform/eventsourcing/projecting/projecting.migrations.js';
import { sealingMigrations } from './platform/eventsourcing/sealing/sealing.migrations.js';
import { statusMigrations } from './platform/status/status.migrations.js';
import type { Migration } from './platform/database/migrate.js';

/** Returns the timestamp in the name, by which TypeORM also orders migrations. */
const timestampOf = ({ name }: Migration): number => Number(name.slice(-13));

/** Every migration, oldest first. Each is exported by the folder that owns its tables; one that has shipped is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  ...courseMigrations,
  ...passwordResetMigrations,
  ...paymentMigrations,
  ...peopleMigrations,
  ...presenceMigrations,
  ...recordingMigrations,
  ...registrationMigrations,
  ...sandboxMigrations,
  ...verifyFlightsMigrations,
  ...securityEventMigrations,
  ...signInMigrations,
  ...userImportMigrations,
  ...backupMigrations,
  ...databaseMigrations,
  ...eventSourcingMigrations,
  ...projectingMigrations,
  ...sealingMigrations,
  ...statusMigrations,
].toSorted((a, b) => timestampOf(a) - timestampOf(b));
