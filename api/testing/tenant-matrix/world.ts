import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { ROLES } from '../../contracts/sign-in.contract.js';
import {
  GenerateAccessCode,
  GenerateAccessCodeHandler,
} from '../../features/access-codes/change-access-codes/access-code.handlers.js';
import { CreateCourse } from '../../features/courses/create-course/create-course.command.js';
import { RegisterUser } from '../../features/people/register-user/register-user.command.js';
import { userStream } from '../../features/people/user.stream.js';
import { CreateSandbox } from '../../features/sandboxes/change-sandbox/sandbox.commands.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { TestClient } from '../test-client.js';
import type { TestPlatform } from '../test-platform.js';
import type { Caller, ObjectKind } from './route-policy.js';

/** An organization with an instructor and the owners of its objects. */
interface Organization {
  readonly id: string;
  readonly instructor: TestClient;
  /** Members of every course here. */
  readonly players: readonly TestClient[];
  /** Owner of the sandboxes. */
  readonly owner: TestClient;
}

/** Two organizations that must not see each other, and one caller of each kind in the first. */
export class World {
  private constructor(
    private readonly platform: TestPlatform,
    readonly callers: Readonly<Record<Caller, TestClient>>,
    private readonly own: Organization,
    private readonly foreign: Organization,
  ) {}

  static async create(platform: TestPlatform): Promise<World> {
    const [ownId, foreignId] = [await platform.organization(), await platform.organization()];
    const callers = {} as Record<Caller, TestClient>;
    for (const role of ROLES) callers[role] = await platform.person(role, role === 'SystemAdmin' ? null : ownId);
    callers.anonymous = new TestClient(platform.url, '', '', '');
    callers.disabled = await platform.person('User', ownId);
    await disable(platform, callers.disabled.userId);
    const own = {
      id: ownId,
      instructor: callers.Instructor,
      players: [callers.User, callers.Restricted],
      owner: callers.User,
    };
    const foreigner = await platform.person('Instructor', foreignId);
    const foreign = { id: foreignId, instructor: foreigner, players: [], owner: foreigner };
    return new World(platform, callers, own, foreign);
  }

  /** Returns the id of a new object of a kind. Ids of missing objects have the same format. */
  async make(kind: ObjectKind, whose: 'own' | 'foreign' | 'unknown'): Promise<string> {
    if (whose === 'unknown') return randomUUID();
    const organization = whose === 'own' ? this.own : this.foreign;
    if (kind === 'organization') return organization.id;
    if (kind === 'user') return this.makeUser(organization);
    if (kind === 'accessCode') return this.makeAccessCode();
    if (kind === 'sandbox') return this.makeSandbox(organization);
    const course = await this.makeCourse(organization);
    return kind === 'course' ? course.courseId : course.sessionId;
  }

  private async makeUser({ id }: Organization): Promise<string> {
    const username = `victim.${randomUUID().slice(0, 13)}`;
    const registration = {
      username,
      email: `${username}@example.org`,
      password: 'orbital_mechanics_7#',
      firstName: '',
      lastName: '',
      rankTitle: '',
      role: 'User',
      organizationId: id,
    } as const;
    const { userId } = await this.bus.execute(new RegisterUser(registration, newContext()));
    return userId;
  }

  private async makeSandbox({ owner }: Organization): Promise<string> {
    const content = {
      text: '0',
      contentHash: '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
      size: 1,
    };
    const context = newContext();
    await this.bus.execute(
      new CreateSandbox({ title: 'Matrix', content }, { ...owner, organizationId: null }, context),
    );
    return context.commandId;
  }

  private async makeAccessCode(): Promise<string> {
    const generated = await this.platform.app
      .get(GenerateAccessCodeHandler)
      .execute(new GenerateAccessCode(newContext()));
    return generated.accessCode.id;
  }

  private async makeCourse({
    id,
    instructor,
    players,
  }: Organization): Promise<{ courseId: string; sessionId: string }> {
    const creation = { name: 'Matrix', ownerId: instructor.userId, organizationId: id, caption: '', memberIds: [] };
    const { courseId } = await this.bus.execute(new CreateCourse(creation, newContext()));
    await this.platform.settled();
    const { body: session } = await instructor.put<{ id: string }>(`/groups/${courseId}/activesession`);
    const { body: group } = await instructor.get<{ password: string }>(`/groups/${courseId}`);
    for (const player of players) await player.post('/groups/join', { code: group.password });
    if (!session.id) throw new Error('The class could not be started');
    return { courseId, sessionId: session.id };
  }

  private get bus(): CommandBus {
    return this.platform.app.get(CommandBus);
  }
}

function disable(platform: TestPlatform, userId: string): Promise<unknown> {
  const command = { type: 'Disable', cause: 'admin' } as const;
  return platform.app.get(Commands).handle(userStream.of(userId), command, newContext());
}

const newContext = () => systemContext(new Date(), undefined, uuidv7());
