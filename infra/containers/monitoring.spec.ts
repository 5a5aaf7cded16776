import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import { METRICS } from '../../api/platform/ops/metric-catalogue.js';
import { repositoryText } from './testing/compose-file.js';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
  gridPos: { x: number; y: number; w: number; h: number };
}

const rules = (
  parse(repositoryText('infra/containers/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(repositoryText('infra/containers/grafana/dashboards/ready-room.json')) as {
  panels: Panel[];
};
const charts = panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...charts.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
];

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const ofTheProcess = registry.getMetricsAsArray().map(({ name }) => name);
/** Returns the names of a metric's series. A histogram has three. */
const known = new Set([
  ...ofTheProcess,
  ...Object.entries(METRICS).flatMap(([name, { kind }]) =>
    kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
  ),
]);
/** Metrics of Prometheus itself, of our configuration of it, and of HAProxy. */
const labels = new Set(['le', 'job', 'node', 'role', 'proxy', 'server']);
for (const metric of Object.values(METRICS))
  if ('labels' in metric) metric.labels.forEach((label) => labels.add(label));

it.each(expressions)('%s asks for what the nodes tell', (_name, expr) => {
  const names = expr.match(/\b(ready_room|http|process|nodejs)_\w+/g) ?? [];
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(names.length > 0 || /\bup\{|ALERTS|\b(haproxy|node_filesystem|probe_ssl)_/.test(expr)).toBe(true);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(',').map((label) => label.trim()),
  );
  expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
});

it('shows or alerts on every own metric except limits', () => {
  const elsewhere = new Set([
    'ready_room_node_info',
    'ready_room_live_rooms',
    'ready_room_pool_max_connections',
    'ready_room_data_dir_free_bytes',
    'ready_room_jobs',
    'ready_room_projection_lag_events',
    'ready_room_reactor_lag_events',
    'ready_room_oldest_transaction_held_up_events',
  ]);
  const all = expressions.map(([, expr]) => expr).join('\n');
  expect(Object.keys(METRICS).filter((name) => !all.includes(name) && !elsewhere.has(name))).toEqual([]);
});

it('explains each alert in one sentence', () => {
  expect(rules.length).toBeGreaterThan(8);
  for (const { annotations } of rules) expect(annotations.summary).toMatch(/^.{20,}\.$/);
});

it('gives each alert a severity and a section of docs/operations.md with instructions', () => {
  const headings = repositoryText('docs/operations.md').match(/^### \w+$/gm) ?? [];
  for (const { alert, labels: has, annotations } of rules) {
    expect(['critical', 'warning']).toContain(has.severity);
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
  }
  expect(headings.map((heading) => heading.slice(4))).toEqual(rules.map(({ alert }) => alert));
});

it('places its panels side by side without overlaps', () => {
  const cells = charts.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of charts) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

it("scrapes every node of the compose file, the proxy, the machine's disks and the certificate", () => {
  const { scrape_configs } = parse(repositoryText('infra/containers/prometheus/prometheus.yml')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[];
  };
  const targets = scrape_configs.flatMap((job) => job.static_configs.flatMap((group) => group.targets));
  expect(targets).toEqual([
    'http-1:9464',
    'http-2:9464',
    'worker-1:9464',
    'worker-2:9464',
    'proxy:8405',
    'node-exporter:9100',
    'proxy:8443',
  ]);
});
