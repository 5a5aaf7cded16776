import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { CONFIG, type Config } from '../../../config.js';
import { Credentials } from '../../../platform/auth/credentials.js';
import { CLOCK, type Clock } from '../../../platform/clock.js';
import { type Claim, Claims } from '../../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { HistoryWriter } from '../../../platform/eventsourcing/history-writer.js';
import { ACCESS_CODE_CLAIM, codeOf } from '../../access-codes/code-text.rule.js';
import { accessCodeStream } from '../../access-codes/access-code.stream.js';
import type { CataloguePublished } from '../../catalogue/catalogue.events.js';
import { catalogueStream } from '../../catalogue/catalogue.stream.js';
import { courseStream } from '../../courses/course.stream.js';
import { courseCodeOf } from '../../courses/create-course/course-code.js';
import { dataExportStream } from '../../exports/data-export.stream.js';
import { organizationStream } from '../../organizations/organization.stream.js';
import { accountClaims } from '../../people/register-user/register-user.command.js';
import { userStream } from '../../people/user.stream.js';
import type { DemoAccount } from '../demo-accounts.js';
import { type DemoPerson, demoPerson, FORMER_PEOPLE } from './demo-people.js';
import { demoPast, type PastAccessCode, type PastOrganization, type PastPerson } from './demo-past.js';

const SQUADRON = 'Demo Squadron';
const FLIGHT = 'Evaluation Flight';
/** The ended course. Its name sorts after the course of today, which is therefore first in the list. */
const COURSE = { name: 'Space Operations Readiness', caption: 'From frames of reference to custody.' };

/** Names from which the ids of claim owners are derived, in addition to the user names of people. */
const OWNER = {
  squadron: 'organization',
  flight: 'second-organization',
  course: 'past-course',
  assignedCode: 'access-code',
  spareCode: 'spare-access-code',
} as const;

/** Returns the id of a name, derived from the namespace. */
type IdOf = (name: string) => string;

/** Writes the past of the demo, including claims of names and passwords, which are not stored in the log. */
@Injectable()
export class WritePast {
  constructor(
    private readonly credentials: Credentials,
    private readonly claims: Claims,
    private readonly history: HistoryWriter,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Writes the past. Safe to repeat after an interrupted start. Names are reserved before the events are written and confirmed afterwards.
   * @throws LogNotEmpty when the log has events that are not of this past
   */
  async run(accounts: readonly DemoAccount[], namespace: string): Promise<void> {
    const idOf = (name: string): string => uuidv5(name, namespace);
    const exportId = idOf('export');
    // The events are in the log, but the start may have been interrupted before it confirmed the claims.
    if ((await dataExportStream.of(exportId).read(this.store)).length > 0) return this.confirmClaims(accounts, idOf);
    const catalogue = catalogueStream.name(this.config.catalogueId);
    const [published] = await this.store.readStream(catalogue);
    const [facts] = await Promise.all([this.facts(accounts, idOf), this.setPasswords(accounts, idOf)]);
    const scenarios = ((published?.data ?? { scenarios: [] }) as CataloguePublished['data']).scenarios;
    const events = demoPast({ ...facts, namespace, exportId, now: this.clock.now(), scenarios });
    await this.history.write(events, [catalogue]);
    await this.confirmClaims(accounts, idOf);
  }

  private async confirmClaims(accounts: readonly DemoAccount[], idOf: IdOf): Promise<void> {
    const usernames = [...accounts, ...Object.values(FORMER_PEOPLE)].map(({ username }) => username);
    await Promise.all([...Object.values(OWNER), ...usernames].map((name) => this.claims.confirm(idOf(name))));
  }

  private async facts(accounts: readonly DemoAccount[], idOf: IdOf) {
    const person = (each: DemoPerson): Promise<PastPerson> => this.person(each, idOf);
    const [squadron, flight] = await Promise.all([
      this.organization(SQUADRON, idOf(OWNER.squadron)),
      this.organization(FLIGHT, idOf(OWNER.flight)),
    ]);
    const ofAccounts = await Promise.all(accounts.map((account) => person(demoPerson(account))));
    const [promoted, moved, disabled] = await Promise.all(Object.values(FORMER_PEOPLE).map(person));
    const first = (role: PastPerson['role']): PastPerson => ofAccounts.find((each) => each.role === role)!;
    return {
      squadron,
      flight,
      people: [...ofAccounts, promoted!, moved!, disabled!],
      admin: first('SystemAdmin'),
      orgAdmin: first('OrganizationAdmin'),
      instructor: first('Instructor'),
      students: ofAccounts.filter(({ role }) => role === 'User'),
      promoted: promoted!,
      moved: moved!,
      disabled: disabled!,
      assignedCode: await this.accessCode(idOf(OWNER.assignedCode)),
      spareCode: await this.accessCode(idOf(OWNER.spareCode)),
      course: { ...COURSE, ...(await this.courseWithCode(idOf(OWNER.course))) },
    };
  }

  private async person(person: DemoPerson, idOf: IdOf): Promise<PastPerson> {
    const userId = idOf(person.username);
    const email = `${person.username}@demo.example`;
    const claims = accountClaims({ username: person.username, email });
    const [usernameHmac, emailHmac] = await this.claim(userId, userStream.name(userId), claims);
    return { ...person, userId, email, usernameHmac: usernameHmac!, emailHmac: emailHmac! };
  }

  private async organization(name: string, organizationId: string): Promise<PastOrganization> {
    const claim = { kind: 'organization', value: name, field: 'Name', message: 'Organization name is already taken.' };
    const [nameHmac] = await this.claim(organizationId, organizationStream.name(organizationId), [claim]);
    return { organizationId, name, nameHmac: nameHmac! };
  }

  /** Returns a course code that is unpredictable without the HMAC key, and equal when the past is written again. */
  private async courseWithCode(courseId: string): Promise<{ courseId: string; code: string }> {
    const code = courseCodeOf(this.claims.hmac('new-course-code', courseId));
    const claim = { kind: 'course-code', value: code, field: 'Name', message: 'No free course code was found.' };
    await this.claim(courseId, courseStream.name(courseId), [claim]);
    return { courseId, code };
  }

  /** Returns an access code that is unpredictable without the HMAC key, and equal when the past is written again. */
  private async accessCode(accessCodeId: string): Promise<PastAccessCode> {
    const code = codeOf(this.claims.hmac('new-access-code', accessCodeId));
    const claim = { kind: ACCESS_CODE_CLAIM, value: code, field: 'Code', message: 'No free code was found.' };
    const [codeHmac] = await this.claim(accessCodeId, accessCodeStream.name(accessCodeId), [claim]);
    return { accessCodeId, code, codeHmac: codeHmac! };
  }

  private async claim(id: string, stream: string, claims: readonly Claim[]): Promise<string[]> {
    return (await this.claims.reserve({ id, stream }, claims)).map((hmac) => hmac.toString('hex'));
  }

  private async setPasswords(accounts: readonly DemoAccount[], idOf: IdOf): Promise<void> {
    const set = accounts.map(async ({ username, password }) => {
      const hash = await this.credentials.hash(password);
      await this.credentials.create(idOf(username), { hash }, this.clock.now());
    });
    // Waits for all of them, so that a retry does not run beside unfinished writes.
    await Promise.allSettled(set);
    await Promise.all(set);
  }
}
