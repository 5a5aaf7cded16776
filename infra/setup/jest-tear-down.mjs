import { removeTestClusters } from './test-cluster.mjs';

export default async function tearDown() {
  await removeTestClusters(process.env.READY_ROOM_TEST_CLUSTER);
}
