import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type LabelOf, METRICS, type MetricName, type NameOf } from './metric-catalogue.js';

const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** The process's Prometheus registry, for the metrics that `metric-catalogue.ts` defines. */
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = this.histogram('http_request_duration_seconds');

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Creates a gauge. `collect` sets its value at each scrape. */
  gauge<Name extends NameOf<'gauge'>>(
    name: Name,
    collect?: (gauge: Gauge<LabelOf<Name>>) => void | Promise<void>,
  ): Gauge<LabelOf<Name>> {
    return new Gauge<LabelOf<Name>>({
      ...this.optionsOf(name),
      ...(collect && {
        collect() {
          return collect(this);
        },
      }),
    });
  }

  counter<Name extends NameOf<'counter'>>(name: Name): Counter<LabelOf<Name>> {
    return new Counter<LabelOf<Name>>(this.optionsOf(name));
  }

  histogram<Name extends NameOf<'histogram'>>(name: Name): Histogram<LabelOf<Name>> {
    return new Histogram<LabelOf<Name>>({ ...this.optionsOf(name), buckets: [...METRICS[name].buckets] });
  }

  /** Records one completed request. `route` is the pattern, never the path, so that labels have few values. */
  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: STATUS_CLASSES[Math.floor(status / 100)] ?? '0xx' }, seconds);
  }

  private optionsOf<Name extends MetricName>(name: Name) {
    const definition = METRICS[name] as { help: string; labels?: readonly LabelOf<Name>[] };
    return {
      name,
      help: definition.help,
      labelNames: [...(definition.labels ?? [])],
      registers: [this.registry],
    };
  }
}
