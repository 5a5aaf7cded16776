/** Checks that this node is ready. Uses the operations port, which http nodes and workers both have. */
const { OPS_PORT = '9464' } = process.env;

const ready = await fetch(`http://127.0.0.1:${OPS_PORT}/health/details`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = ready ? 0 : 1;
