import type { Group } from '../../../api/contracts/group.contract.js';
import type { Role } from '../../../api/contracts/sign-in.contract.js';
import { TestClient } from '../../../api/testing/test-client.js';
import type { Account } from '../../simulate/accounts.js';
import type { LocalCluster } from '../local-cluster.js';

/** The demo users, each signed in once for all nodes. */
export class People {
  private readonly signedIn = new Map<string, Promise<TestClient>>();

  private constructor(
    private readonly cluster: LocalCluster,
    private readonly accounts: readonly Account[],
  ) {}

  static async of(cluster: LocalCluster): Promise<People> {
    return new People(cluster, await cluster.accounts());
  }

  account(role: Role, nth = 0): Account {
    return this.accounts.filter((account) => account.role === role)[nth]!;
  }

  /** Returns a client of this address for a user with the role. */
  async at(url: string, role: Role, nth = 0): Promise<TestClient> {
    const { username, password } = this.account(role, nth);
    const known = this.signedIn.get(username) ?? TestClient.signIn(this.cluster.url, username, password);
    this.signedIn.set(username, known);
    const { userId, token, refreshToken } = await known;
    return new TestClient(url, userId, token, refreshToken);
  }

  /** Returns the running class of the demo's course with this number of students on its roster. */
  async runningClass(students: number): Promise<string> {
    const instructor = await this.at(this.cluster.url, 'Instructor');
    const [course] = (await instructor.get<Group[]>('/groups')).body;
    const { body } = await instructor.put<{ id: string }>(`/groups/${course!.id}/activesession`);
    for (let nth = 0; nth < students; nth += 1) {
      const student = await this.at(this.cluster.url, 'User', nth);
      await student.post('/groups/join', { code: course!.password });
    }
    return body.id;
  }
}
