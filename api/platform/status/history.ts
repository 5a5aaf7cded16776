import { SAMPLES_KEPT } from '../../contracts/system-status.rule.js';

/** The last samples of what is followed, by name; names that are not sampled any more are forgotten. */
export class History {
  private readonly samples = new Map<string, (number | null)[]>();

  /** One sample of each; what is not among them was not known, and goes when it was not for as long as samples are kept. */
  add(values: Readonly<Record<string, number | null>>): void {
    for (const name of Object.keys(values)) if (!this.samples.has(name)) this.samples.set(name, []);
    for (const [name, kept] of this.samples) {
      kept.push(values[name] ?? null);
      if (kept.length > SAMPLES_KEPT) kept.shift();
      if (kept.every((value) => value === null) && !(name in values)) this.samples.delete(name);
    }
  }

  of(name: string): (number | null)[] {
    return [...(this.samples.get(name) ?? [])];
  }

  all(): Record<string, (number | null)[]> {
    return Object.fromEntries([...this.samples].map(([name, kept]) => [name, [...kept]]));
  }
}
