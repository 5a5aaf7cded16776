import type { ClassSession, Group } from '../contracts/group.contract.js';
import type { TestClient } from './test-client.js';
import { TestPlatform } from './test-platform.js';

export interface ClassKit {
  platform: TestPlatform;
  organization: string;
  instructor: TestClient;
  student: TestClient;
  other: TestClient;
  course: Group;
  session: ClassSession;
}

/**
 * Fixture of a class: a platform for all tests of the file, with an instructor and two students of one organization, and for each test a
 * new running class that both have joined. Hooks fill it in, so it is read inside tests.
 */
export function classKit(): Readonly<ClassKit> {
  const kit = {} as ClassKit;
  beforeAll(async () => {
    const platform = await TestPlatform.start();
    kit.platform = platform;
    kit.organization = await platform.organization();
    kit.instructor = await platform.person('Instructor', kit.organization);
    const students = [1, 2].map(() => platform.person('User', kit.organization));
    [kit.student, kit.other] = (await Promise.all(students)) as [TestClient, TestClient];
  });
  afterAll(() => kit.platform.stop());
  beforeEach(async () => {
    const { platform, organization, instructor, student, other } = kit;
    Object.assign(kit, await platform.runningClass(instructor, organization, [student, other]));
  });
  return kit;
}
