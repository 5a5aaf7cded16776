import { v5 as uuidv5 } from 'uuid';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { withQuestionIds } from '../../../contracts/question-ids.rule.js';
import type { Role } from '../../../contracts/sign-in.contract.js';
import type { PastEvent } from '../../../platform/eventsourcing/history-writer.js';
import { accessCodeStream } from '../../access-codes/access-code.stream.js';
import { courseStream } from '../../courses/course.stream.js';
import { dataExportStream } from '../../exports/data-export.stream.js';
import { organizationStream } from '../../organizations/organization.stream.js';
import { seatsStream } from '../../organizations/seats.stream.js';
import { userStream } from '../../people/user.stream.js';
import type { DemoPerson } from './demo-people.js';
import { playPastClass } from './past-class.js';
import { type DemoAction, DemoHistory, type PastActor, SYSTEM } from './demo-history.js';
import { seededRandom } from './seeded-random.js';

const SEED = 20_261_123;
const DAY = 86_400_000;
const MINUTE = 60_000;
const CLASS_MINUTES = 150;
const USER_LIMIT = 50;

/** A person of the demo's past, with the HMACs of the claimed names in hex. */
export interface PastPerson extends DemoPerson {
  readonly userId: string;
  readonly usernameHmac: string;
  readonly email: string;
  readonly emailHmac: string;
}

/** An organization of the demo's past, with the HMAC of its claimed name in hex. */
export interface PastOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly nameHmac: string;
}

/** An access code of the demo's past, with the HMAC of the claimed code in hex. */
export interface PastAccessCode {
  readonly accessCodeId: string;
  readonly code: string;
  readonly codeHmac: string;
}

/** Input of the past that is random, claimed or looked up. */
export interface PastFacts {
  /** Namespace of event ids and of the ids of classes. */
  readonly namespace: string;
  readonly exportId: string;
  readonly now: Date;
  readonly squadron: PastOrganization;
  /** The organization that the person `moved` has belonged to since the move. */
  readonly flight: PastOrganization;
  readonly admin: PastPerson;
  readonly orgAdmin: PastPerson;
  readonly instructor: PastPerson;
  readonly students: readonly PastPerson[];
  readonly promoted: PastPerson;
  readonly moved: PastPerson;
  readonly disabled: PastPerson;
  readonly course: {
    readonly courseId: string;
    readonly name: string;
    readonly code: string;
    readonly caption: string;
  };
  readonly assignedCode: PastAccessCode;
  readonly spareCode: PastAccessCode;
  readonly scenarios: readonly Scenario[];
}

/**
 * Returns two months of an organization's events. They contain its creation, two ended classes of thirty students, changes of roles and
 * accounts, and an export. Equal at every first start, counted back from the day of the start.
 */
export function demoPast(facts: PastFacts): PastEvent[] {
  const past = new DemoHistory(facts.namespace);
  const story = new DemoStory(past, facts);
  story.found();
  story.people();
  story.changes();
  story.classes();
  return past.events;
}

class DemoStory {
  private readonly random = seededRandom(SEED);
  private readonly byAdmin: PastActor;
  private readonly byOrgAdmin: PastActor;
  private readonly byInstructor: PastActor;

  constructor(
    private readonly past: DemoHistory,
    private readonly facts: PastFacts,
  ) {
    this.byAdmin = actor(facts.admin, null);
    this.byOrgAdmin = actor(facts.orgAdmin, facts.squadron.organizationId);
    this.byInstructor = actor(facts.instructor, facts.squadron.organizationId);
  }

  found(): void {
    const { admin, squadron, flight, assignedCode, spareCode } = this.facts;
    this.register(admin, null, this.on(60, '08:00', SYSTEM));
    this.organize(squadron, USER_LIMIT, 60, '08:10');
    this.organize(flight, 10, 45, '14:20');
    this.accessCode(assignedCode, squadron.organizationId);
    this.accessCode(spareCode, null);
  }

  people(): void {
    const { squadron, orgAdmin, instructor, students, promoted, moved, disabled } = this.facts;
    for (const person of [orgAdmin, instructor])
      this.enrol(person, squadron.organizationId, this.on(60, '08:30', this.byAdmin));
    for (const person of [...students, promoted, moved, disabled])
      this.enrol(person, squadron.organizationId, this.on(59, '09:05', this.byOrgAdmin));
  }

  changes(): void {
    const { squadron, flight, promoted, moved, disabled } = this.facts;
    this.user(promoted, { type: 'ChangeRole', role: 'Instructor' }, this.on(38, '10:00', this.byOrgAdmin));
    this.user(promoted, { type: 'ChangeRole', role: 'OrganizationAdmin' }, this.on(12, '16:40', this.byAdmin));

    const move = this.on(36, '11:15', this.byAdmin);
    this.seat('Take', flight.organizationId, moved, move);
    this.user(moved, { type: 'Update', profile: {}, organizationId: flight.organizationId }, move);
    this.seat('Release', squadron.organizationId, moved, move);

    this.disable(disabled, this.on(30, '17:05', this.byOrgAdmin));
    const enabledAgain = this.on(25, '08:50', this.byOrgAdmin);
    this.seat('Take', squadron.organizationId, disabled, enabledAgain);
    this.user(disabled, { type: 'Enable', seatIn: squadron.organizationId }, enabledAgain);
    this.disable(disabled, this.on(10, '09:30', this.byOrgAdmin));
  }

  classes(): void {
    const { course, instructor, squadron, exportId } = this.facts;
    const { courseId } = course;
    const create = { type: 'CreateCourse', ...course, ownerId: instructor.userId, memberIds: [] } as const;
    const owned = { ...create, organizationId: squadron.organizationId };
    this.past.decide(courseStream.of(courseId), owned, this.on(28, '13:30', this.byOrgAdmin));
    this.playClass(21, '09:00', 0.66);
    this.playClass(7, '13:00', 0.78);
    const exported = this.on(6, '08:15', this.byInstructor);
    const sessionId = this.sessionOn(7);
    const data = { userId: instructor.userId, what: 'scores', sessionId, organizationId: null } as const;
    this.past.decide(dataExportStream.of(exportId), data, exported);
  }

  private playClass(daysAgo: number, time: string, ability: number): void {
    const { course, squadron, students, scenarios } = this.facts;
    const { courseId } = course;
    const stream = courseStream.of(courseId);
    const start = this.on(daysAgo, time, this.byInstructor);
    const endedAt = new Date(start.at.getTime() + CLASS_MINUTES * MINUTE);
    const sessionId = this.sessionOn(daysAgo);
    const begin = { type: 'StartClass', now: start.at.toISOString(), newSessionId: sessionId } as const;
    this.past.decide(stream, begin, start);
    const { organizationId } = squadron;
    const pastClass = { courseId, sessionId, organizationId, startedAt: start.at, endedAt, ability };
    const players = students.map((student) => actor(student, organizationId));
    const scored = withQuestionIds(scenarios).filter(({ gameMode }) => gameMode !== 'Sandbox');
    playPastClass(this.past, players, scored, pastClass, this.random);
    const end = { type: 'EndClass', now: endedAt.toISOString(), disableMembers: false } as const;
    this.past.decide(stream, end, { at: endedAt, by: this.byInstructor });
  }

  private sessionOn(daysAgo: number): string {
    return uuidv5(`class ${daysAgo}`, this.facts.namespace);
  }

  private organize({ organizationId, name, nameHmac }: PastOrganization, limit: number, daysAgo: number, time: string) {
    const deed = this.on(daysAgo, time, this.byAdmin);
    const now = deed.at.toISOString();
    const create = { type: 'CreateOrganization', organizationId, name, nameHmac, now } as const;
    const settle = [
      { type: 'SetPaid', isPaid: true },
      { type: 'ChangeUserLimit', userLimit: limit },
    ] as const;
    for (const command of [create, ...settle]) this.past.decide(organizationStream.of(organizationId), command, deed);
  }

  private accessCode({ accessCodeId, code, codeHmac }: PastAccessCode, organizationId: string | null): void {
    const deed = this.on(44, '10:10', this.byAdmin);
    const stream = accessCodeStream.of(accessCodeId);
    const generate = { type: 'Generate', accessCodeId, code, codeHmac, now: deed.at.toISOString() } as const;
    this.past.decide(stream, generate, deed);
    if (organizationId) this.past.decide(stream, { type: 'Assign', organizationId }, deed);
  }

  private enrol(person: PastPerson, organizationId: string, deed: DemoAction): void {
    this.seat('Take', organizationId, person, deed);
    this.register(person, organizationId, deed);
  }

  private register(person: PastPerson, organizationId: string | null, deed: DemoAction) {
    this.user(
      person,
      { type: 'Register', registration: { ...person, rankTitle: '', organizationId, through: 'first-start' } },
      deed,
    );
  }

  private disable(person: PastPerson, deed: DemoAction): void {
    this.user(person, { type: 'Disable', cause: 'admin' }, deed);
    this.seat('Release', this.facts.squadron.organizationId, person, deed);
  }

  private seat(type: 'Take' | 'Release', organizationId: string, { userId }: PastPerson, deed: DemoAction): void {
    const command = { type, organizationId, userIds: [userId], userLimit: USER_LIMIT };
    this.past.decide(seatsStream.of(organizationId), command, deed);
  }

  private user({ userId }: PastPerson, command: Parameters<typeof userStream.decide>[0], deed: DemoAction): void {
    this.past.decide(userStream.of(userId), command, deed);
  }

  /** Returns a time of day in UTC, `daysAgo` days before the first start. */
  private on(daysAgo: number, time: string, by: PastActor): DemoAction {
    const day = new Date(this.facts.now.getTime() - daysAgo * DAY).toISOString().slice(0, 10);
    return { at: new Date(`${day}T${time}:00.000Z`), by };
  }
}

const actor = ({ userId, role }: { userId: string; role: Role }, organizationId: string | null): PastActor => ({
  actorId: userId,
  actorRole: role,
  organizationId,
});
