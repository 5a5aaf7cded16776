import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { PACKAGE_ROOT } from '../../api/platform/ops/package-info.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { repositoryText } from './testing/compose-file.js';
import { findProgram, describeRequiring } from './testing/describe-requiring.js';

/** Series with one value per minute, in promtool's notation. */
type Series = Readonly<Record<string, string>>;

interface Case {
  /** Time at which the alert must fire, in promtool's notation. */
  readonly at?: string;
  readonly fires: Series;
  readonly silent: Series;
}

const NODE = '{job="ready-room",node="http-1"}';
const DISK = '{mountpoint="/",fstype="ext4"}';
const DAY = 86_400;

const gauge = (series: string, bad: number, good: number, at = '10m'): Case => ({
  at,
  fires: { [series]: `${bad}x2000` },
  silent: { [series]: `${good}x2000` },
});
const errors = (series: (code: string) => string, good: string): Case => ({
  fires: { [series('5xx')]: '0+10x60', [series(good)]: '0+100x60' },
  // One error among few requests must not fire the alert.
  silent: { [series('5xx')]: '0x4 1x60', [series(good)]: '0+10x60' },
});
const request = (status: string) => `http_request_duration_seconds_count{status="${status}"}`;
const bucket = (le: string) => `http_request_duration_seconds_bucket{le="${le}"}`;
const disk = (bad: number): Case => {
  const size = { [`node_filesystem_size_bytes${DISK}`]: '100x60' };
  const free = (percent: number) => ({ ...size, [`node_filesystem_avail_bytes${DISK}`]: `${percent}x60` });
  return { fires: free(bad), silent: free(60) };
};

const CASES: Readonly<Record<string, Case>> = {
  NodeDown: gauge(`up${NODE}`, 0, 1),
  NodeNotReady: gauge(`ready_room_ready${NODE}`, 0, 1),
  CheckDegraded: {
    fires: { 'ready_room_check{node="http-1",check="log",status="degraded"}': '1x60' },
    silent: { 'ready_room_check{node="http-1",check="log",status="up"}': '1x60' },
  },
  NoBackend: gauge('haproxy_backend_active_servers{proxy="http"}', 0, 1),
  ProxyDown: gauge('up{job="proxy"}', 0, 1),
  EdgeErrors: errors((code) => `haproxy_frontend_http_responses_total{proxy="public",code="${code}"}`, '2xx'),
  DependencyDown: gauge('ready_room_dependency_up{node="http-1",dependency="PostgreSQL"}', 0, 1),
  NobodyLeads: gauge('ready_room_leader{node="worker-1"}', 0, 1),
  ReadModelBehind: gauge('ready_room_projection_lag_seconds{projection="gradebook"}', 30, 1),
  ReactorBehind: gauge('ready_room_reactor_lag_seconds{reactor="mail"}', 90, 2),
  EventsParked: gauge('ready_room_parked_events{reader="gradebook_v1"}', 1, 0),
  OldTransaction: gauge('ready_room_oldest_transaction_seconds', 30, 1),
  QueueStuck: gauge('ready_room_queue_oldest_seconds{queue="mail"}', 400, 10),
  JobsFail: {
    fires: { 'ready_room_job_duration_seconds_count{job="mail",outcome="failed"}': '0+1x60' },
    silent: { 'ready_room_job_duration_seconds_count{job="mail",outcome="done"}': '0+1x60' },
  },
  ClockSkewed: gauge(`ready_room_clock_skew_seconds${NODE}`, -3, 0),
  ServerErrors: errors(request, '2xx'),
  SlowAnswers: {
    at: '20m',
    fires: { [bucket('1')]: '0+90x60', [bucket('5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
    silent: { [bucket('1')]: '0+100x60', [bucket('5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
  },
  PoolExhausted: gauge(`ready_room_pool_waiting${NODE}`, 2, 0),
  ReplicaUnused: gauge(`ready_room_replica_up${NODE}`, 0, 1),
  DiskLow: disk(15),
  DiskFull: disk(3),
  ExporterDown: gauge('up{job="host"}', 0, 1),
  CertificateExpires: gauge('probe_ssl_earliest_cert_expiry{instance="proxy:8443"}', 10 * DAY, 60 * DAY),
  BackupOld: gauge('ready_room_backup_age_seconds', 30 * 3_600, 3_600),
  BackupMissing: {
    at: '25h',
    fires: { [`up${NODE}`]: '1x2000' },
    silent: { ready_room_backup_age_seconds: '3600x2000' },
  },
  LogUnsealed: gauge('ready_room_unsealed_seconds{node="worker-1"}', 300, 5),
  SealsNotAnchored: gauge('ready_room_unanchored_seconds{node="worker-1",anchor="webhook"}', 900, 0),
};

const RULES = 'infra/containers/prometheus/alerts.yml';
const { groups } = parse(repositoryText(RULES)) as { groups: { rules: { alert: string }[] }[] };

it('has a case for every alert', () => {
  expect(Object.keys(CASES)).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)));
});

describeRequiring(['promtool'], 'alerts', () => {
  it('fire for their condition and stay silent otherwise', async () => {
    const { dataDir, remove } = await makeDataDir('alerts');
    const file = join(dataDir, 'alerts.test.yml');
    const tests = Object.entries(CASES).flatMap(([alert, { at = '10m', fires, silent }]) =>
      [fires, silent].map((series) => ({
        name: `${alert} ${series === fires ? 'fires' : 'is silent'}`,
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
            eval_time: at,
            exp_samples: series === fires ? [{ labels: '{}', value: 1 }] : [],
          },
        ],
      })),
    );
    writeFileSync(file, stringify({ rule_files: [join(PACKAGE_ROOT, RULES)], evaluation_interval: '1m', tests }));
    try {
      execFileSync(findProgram('promtool')!, ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
    } finally {
      await remove();
    }
  });
});
