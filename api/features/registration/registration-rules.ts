import { createRequire } from 'node:module';
import { Inject, Injectable } from '@nestjs/common';
import type { RegistrationRequest } from '../../contracts/registration.contract.js';
import { guessableProblem } from '../../platform/auth/guessable-passwords.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { AccessCodeByText } from '../access-codes/access-code-by-text.query.js';
import { organizationByStream } from '../organizations/organization-by-stream.query.js';
import type { FieldProblem } from './field-problems.js';
import type { RegistrationTarget, RegistrationWay } from './registration.commands.js';

/** Alpha-2, alpha-3 and numeric code of each country. The library's own module would also load the names in 80 languages. */
const CODES = createRequire(import.meta.url)('i18n-iso-countries/codes.json') as readonly (readonly string[])[];

const NUMERIC: ReadonlySet<number> = new Set(CODES.map(([, , numeric]) => Number(numeric)));

/** Returns whether a number is an ISO 3166-1 numeric code. */
const isCountry = (numeric: number): boolean => NUMERIC.has(numeric);

/** Rules of a registration beyond the schema of its fields, checked against streams only. */
@Injectable()
export class RegistrationRules {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accessCodes: AccessCodeByText,
  ) {}

  async problemsOf(details: RegistrationRequest): Promise<FieldProblem[]> {
    const { password, userName: username, email, firstName, lastName, nationality } = details;
    const problems: FieldProblem[] = [];
    const guessable = await guessableProblem(password, { username, email, firstName, lastName });
    if (guessable) problems.push({ field: 'Password', message: guessable });
    if (nationality !== null && !isCountry(nationality)) {
      problems.push({ field: 'Nationality', message: 'Choose a country from the list.' });
    }
    return problems;
  }

  /**
   * Returns the membership that an access code grants, or the problem with the code. Free registration needs none
   * (docs/rules.md#free-registration).
   */
  async membershipOf(
    accessCode: string,
    way: RegistrationWay | 'undecided',
  ): Promise<RegistrationTarget | FieldProblem> {
    if (way === 'free') return { organizationId: null, accessCodeId: null };
    if (accessCode === '') return { field: 'AccessCode', message: 'Enter your access code.' };
    const found = await this.accessCodes.find(accessCode);
    if (!found) return { field: 'AccessCode', message: 'Access code is not valid.', code: 'UNKNOWN_ACCESS_CODE' };
    const { accessCodeId, organizationId } = found;
    const organization = organizationId === null ? null : await organizationByStream(this.store, organizationId);
    if (!organization) {
      if (way !== 'access-code') return { organizationId: null, accessCodeId };
      return { field: 'AccessCode', message: 'Access code is not assigned to an organization.' };
    }
    if (organization.status !== 'paid') {
      return { field: 'AccessCode', message: 'The organization of this access code is unpaid.' };
    }
    return { organizationId: organization.organizationId, accessCodeId };
  }
}

export const isProblem = (found: RegistrationTarget | FieldProblem): found is FieldProblem => 'field' in found;
