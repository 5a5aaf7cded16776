import { removeTestCluster } from './test-cluster.mjs';

export default async function tearDown() {
  await removeTestCluster(process.env.READY_ROOM_TEST_CLUSTER);
}
