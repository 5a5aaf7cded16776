interface MetricDefinition {
  readonly kind: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

const SHORT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const PUSH_SECONDS = [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5, 10, 30];

/**
 * All metrics of the platform, with their units in their names. Labels have short fixed lists of values, independent of
 * requests: routes by pattern, statuses by class. Metrics of the whole platform (lag, parked events, queues, the oldest
 * transaction) have the same value on every node, so aggregate them with the maximum, never the sum. prom-client adds
 * `process_*` and `nodejs_*`; the delay of the event loop is `nodejs_eventloop_lag_*_seconds`.
 */
export const METRICS = {
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from the first byte of a request to the last byte of its response, by route pattern and status class (2xx).',
    labels: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  },
  ready_room_append_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of an append to the log, including waiting; outcome is appended, repeated, conflict or failed.',
    labels: ['outcome'],
    buckets: SHORT_SECONDS,
  },
  ready_room_appended_events_total: { kind: 'counter', help: 'Events this node has appended to the log.' },
  ready_room_push_duration_seconds: {
    kind: 'histogram',
    help: 'Time from recording an event to its live message, by the clock of the database.',
    buckets: PUSH_SECONDS,
  },
  ready_room_sockets: {
    kind: 'gauge',
    help: 'Live connections to this node, signed-in or anonymous.',
    labels: ['kind'],
  },
  ready_room_live_polls: {
    kind: 'gauge',
    help: 'Open polls for live changes at this node, of clients without a socket.',
  },
  ready_room_live_rooms: { kind: 'gauge', help: 'Rooms on this node: watched topics, one for each audience.' },
  ready_room_projection_lag_events: {
    kind: 'gauge',
    help: 'Events of the log that a read model does not contain yet; counted up to 10,000.',
    labels: ['projection'],
  },
  ready_room_projection_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest event that a read model does not contain yet; 0 when it is up to date.',
    labels: ['projection'],
  },
  ready_room_rebuild_remaining_events: {
    kind: 'gauge',
    help: 'Events that a read model in rebuild still has to apply.',
    labels: ['projection'],
  },
  ready_room_reactor_lag_events: {
    kind: 'gauge',
    help: 'Events of the log that a reactor has not processed yet; counted up to 10,000.',
    labels: ['reactor'],
  },
  ready_room_reactor_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest event that a reactor has not processed yet; up to 2 s when the reactor is idle.',
    labels: ['reactor'],
  },
  ready_room_parked_events: {
    kind: 'gauge',
    help: 'Events that a reader of the log could not process and has parked.',
    labels: ['reader'],
  },
  ready_room_queue_waiting: { kind: 'gauge', help: 'Due entries of a queue.', labels: ['queue'] },
  ready_room_queue_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest due entry of a queue; 0 when there is none.',
    labels: ['queue'],
  },
  ready_room_jobs: {
    kind: 'gauge',
    help: 'Jobs by state: waiting, delayed, active, failed, done; failed ones are kept for a day, done ones for an hour.',
    labels: ['queue', 'state'],
  },
  ready_room_job_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of the jobs that this node has run; outcome is done or failed, each attempt counts.',
    labels: ['job', 'outcome'],
    buckets: REQUEST_SECONDS,
  },
  ready_room_pool_connections: {
    kind: 'gauge',
    help: 'Connections of this node to the database, used or idle.',
    labels: ['state'],
  },
  ready_room_pool_waiting: {
    kind: 'gauge',
    help: 'Statements that wait for a connection to the database, sampled every second.',
  },
  ready_room_pool_max_connections: {
    kind: 'gauge',
    help: 'Maximum number of connections from this node to the database.',
  },
  ready_room_replica_up: {
    kind: 'gauge',
    help: '1 while the replica answers reads of this node, otherwise 0; missing without DATABASE_REPLICA_URL.',
  },
  ready_room_replica_lag_seconds: {
    kind: 'gauge',
    help: 'Age of the newest transaction that the replica has replayed; 0 when it has replayed all, missing when unknown.',
  },
  ready_room_replica_reads_total: {
    kind: 'counter',
    help: 'Statements of this node that a replica may answer; server is the one that answered: replica or primary.',
    labels: ['server'],
  },
  ready_room_clock_skew_seconds: {
    kind: 'gauge',
    help: 'Clock of this node minus that of the database; beyond 2 s the node does not lead.',
  },
  ready_room_oldest_transaction_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest writing transaction in the cluster. Readers of the log stop before it. 0 when there is none.',
  },
  ready_room_oldest_transaction_held_up_events: {
    kind: 'gauge',
    help: 'Events that are hidden from readers by that transaction; counted up to 10,000.',
  },
  ready_room_ready: { kind: 'gauge', help: '1 while `/health/ready` of this node answers 200, otherwise 0.' },
  ready_room_check: {
    kind: 'gauge',
    help: 'Always 1; the status of each readiness check of this node: up, degraded or down.',
    labels: ['check', 'status'],
  },
  ready_room_dependency_up: {
    kind: 'gauge',
    help: '1 when PostgreSQL, Redis or KurrentDB answers this node within a second, otherwise 0.',
    labels: ['dependency'],
  },
  ready_room_unsealed_seconds: {
    kind: 'gauge',
    help: 'Time since the leader last had no event left to seal, or sealed the log; up to 10 s while events arrive. Leader only.',
  },
  ready_room_unanchored_seconds: {
    kind: 'gauge',
    help: 'Time for which the newest seal has not been anchored; 0 when it is. Leader only.',
    labels: ['anchor'],
  },
  ready_room_backup_age_seconds: {
    kind: 'gauge',
    help: 'Time since the newest backup by the `backup` command; missing when there is none.',
  },
  ready_room_leader: { kind: 'gauge', help: '1 while this node is the leader.' },
  ready_room_node_info: {
    kind: 'gauge',
    help: 'Always 1; the build and the roles of this node.',
    labels: ['version', 'commit', 'date', 'roles'],
  },
  ready_room_data_dir_free_bytes: { kind: 'gauge', help: 'Free space on the disk of DATA_DIR.' },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

/** Names of the metrics of one kind. */
export type NameOf<Kind extends MetricDefinition['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** Labels of a metric. */
export type LabelOf<Name extends MetricName> = (typeof METRICS)[Name] extends { labels: readonly (infer L)[] }
  ? L & string
  : never;
