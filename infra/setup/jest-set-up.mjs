import { makeTestClusters } from './test-cluster.mjs';

export default async function setUp() {
  process.env.READY_ROOM_TEST_CLUSTER = await makeTestClusters();
}
