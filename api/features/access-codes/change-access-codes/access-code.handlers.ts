import { Inject, Injectable } from '@nestjs/common';
import type { AccessCode } from '../../../contracts/access-code.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { type CommandContext, firstEventOf } from '../../../platform/eventsourcing/command-handling.js';
import { compensationOf } from '../../../platform/eventsourcing/system-context.js';
import { organizationByStream } from '../../organizations/organization-by-stream.query.js';
import { AccessCodeByText } from '../access-code-by-text.query.js';
import { accessCodeStream } from '../access-code.stream.js';
import { ACCESS_CODE_CLAIM, codeOf, shownForm } from '../code-text.rule.js';

/** Generates a code, whose id is the command's id. */
export class GenerateAccessCode {
  constructor(readonly context: CommandContext) {}
}

/** Assigns a code, as typed, to an organization. Refused with ACCESS_CODE_ASSIGNED, or NOT_FOUND. */
export class AssignAccessCode {
  constructor(
    readonly code: string,
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {}
}

/** Deletes a code, so that no one can register with it. */
export class DeleteAccessCode {
  constructor(
    readonly accessCodeId: string,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class GenerateAccessCodeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({
    context,
  }: GenerateAccessCode): Promise<{ accessCode: AccessCode; appended: AppendResult | undefined }> {
    const id = context.commandId;
    const stream = accessCodeStream.of(id);
    const owner = { id, stream: stream.name };
    // Derived from the id with a secret key: unpredictable, and equal when the request is repeated.
    const code = await this.codeFor(id);
    const claim = {
      kind: ACCESS_CODE_CLAIM,
      value: code,
      field: 'Code',
      message: 'No free code was found. Try again.',
    };
    const { state, appended } = await this.claims.withClaims(
      owner,
      [claim],
      (held) => {
        const now = context.metadata.occurredAt;
        const command = { type: 'Generate', accessCodeId: id, code, codeHmac: held.hmacs[0]!, now } as const;
        return this.commands.handle(stream, command, context, held);
      },
      () => this.commands.handle(stream, { type: 'Delete' }, compensationOf(context)),
    );
    if (state.status !== 'known') throw notFound('The access code');
    const accessCode = {
      id,
      code: shownForm(state.code),
      assignedOrganization: null,
      organizationDeleted: false,
      dateGenerated: toMoment(new Date(state.generatedAt)),
      numberOfUsersAssigned: 0,
    };
    return { accessCode, appended };
  }

  /** Returns the code of an id. A repetition after a rotation of the HMAC key returns the earlier code. */
  private async codeFor(id: string): Promise<string> {
    const codes = this.claims.hmacs('new-access-code', id).map(codeOf);
    const owners = codes.length > 1 ? await this.claims.ownersOf(ACCESS_CODE_CLAIM, codes) : new Map<string, string>();
    return codes.find((code) => owners.get(code) === id) ?? codes[0]!;
  }
}

@Injectable()
export class AssignAccessCodeHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly accessCodes: AccessCodeByText,
  ) {}

  async execute({ code, organizationId, context }: AssignAccessCode): Promise<AppendResult | undefined> {
    const found = await this.accessCodes.find(code);
    if (!found) throw notFound('The access code');
    const { accessCodeId, organizationId: former } = found;
    return unlessRepeated(this.store, accessCodeId, context, async () => {
      if (!(await organizationByStream(this.store, organizationId))) throw notFound('The organization');
      if (former !== null && !(await organizationByStream(this.store, former))) throw formerlyAssigned();
      const command = { type: 'Assign', organizationId } as const;
      return (await this.commands.handle(accessCodeStream.of(accessCodeId), command, context)).appended;
    });
  }
}

/** Members of the deleted organization may have shared the code, which would let strangers into another organization. */
const formerlyAssigned = (): DomainError =>
  new DomainError(
    'ACCESS_CODE_ASSIGNED',
    'This access code belonged to a deleted organization, whose members may still know it. Add a new access code instead.',
  );

@Injectable()
export class DeleteAccessCodeHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  execute({ accessCodeId, context }: DeleteAccessCode): Promise<AppendResult | undefined> {
    const stream = accessCodeStream.of(accessCodeId);
    return unlessRepeated(
      this.store,
      accessCodeId,
      context,
      async () => (await this.commands.handle(stream, { type: 'Delete' }, context)).appended,
    );
  }
}

/**
 * Runs a change of a code. The rules refuse a repeat, because the first request has already made the change. Its response may be lost, so
 * the repeat gets the same result. Looks for the event after the refusal, because the first request may still have been in progress before.
 */
async function unlessRepeated(
  store: EventStore,
  accessCodeId: string,
  { commandId }: CommandContext,
  change: () => Promise<AppendResult | undefined>,
): Promise<AppendResult | undefined> {
  try {
    return await change();
  } catch (error) {
    const stream = accessCodeStream.of(accessCodeId);
    const recorded = firstEventOf(commandId, stream.name, await stream.read(store));
    if (!recorded) throw error;
    const { version, position } = recorded;
    return { version, position, repeated: true };
  }
}
