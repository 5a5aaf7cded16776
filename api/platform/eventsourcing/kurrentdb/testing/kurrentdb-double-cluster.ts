import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js';
import { KurrentDbDoubleLog } from './kurrentdb-double-log.js';
import { KurrentDbDouble } from './kurrentdb-double.js';

const { ClusterInfo, EndPoint, MemberInfo } = gossip;
const { FOLLOWER, LEADER, UNKNOWN } = MemberInfo.VNodeState;

/**
 * Three doubles with one log that know each other, like a cluster. Followers pass appends on, and name the leader to everyone who
 * requires it. Nodes without a majority have no leader and refuse everything.
 */
export class KurrentDbDoubleCluster {
  private readonly log = new KurrentDbDoubleLog();
  private readonly running = new Set<KurrentDbDouble>();
  private constructor(readonly nodes: KurrentDbDouble[] = []) {}

  static async start(): Promise<KurrentDbDoubleCluster> {
    const cluster = new KurrentDbDoubleCluster();
    const membership = {
      log: cluster.log,
      leaderPort: () => cluster.leader?.port,
      gossip: () => cluster.gossip(),
    };
    while (cluster.nodes.length < 3) {
      const node = await KurrentDbDouble.start({ membership });
      cluster.nodes.push(node);
      cluster.running.add(node);
    }
    return cluster;
  }

  /** All nodes, as a list of hosts. */
  get url(): string {
    return `kurrentdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  /** The first running node, if most nodes run. */
  get leader(): KurrentDbDouble | undefined {
    return this.running.size * 2 > this.nodes.length ? this.nodes.find((node) => this.running.has(node)) : undefined;
  }

  /** Kills a node: its connections break. */
  kill(node: KurrentDbDouble): void {
    if (this.running.delete(node)) node.close();
  }

  async restart(node: KurrentDbDouble): Promise<void> {
    await node.listen();
    this.running.add(node);
  }

  close(): void {
    for (const node of this.running) this.kill(node);
  }

  private gossip(): InstanceType<typeof ClusterInfo> {
    const members = this.nodes.map((node) => {
      const stateWithMajority = node === this.leader ? LEADER : FOLLOWER;
      const place = new EndPoint().setAddress('127.0.0.1').setPort(node.port);
      return new MemberInfo()
        .setIsAlive(this.running.has(node))
        .setState(this.leader ? stateWithMajority : UNKNOWN)
        .setHttpEndPoint(place);
    });
    return new ClusterInfo().setMembersList(members);
  }
}
