import type { LiveChange, LiveChangeName } from '../../platform/eventsourcing/projection.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Rows of a gradebook changed. The id is the class's. */
    gradebook: string;
    /** Leaderboards of a class changed. The id is the class's. */
    leaderboard: string;
    /** Responses to a quiz of a class changed. The id is the class's. */
    quiz: string;
    /** Flagged or decided attempts of a class changed. The id is the class's. */
    review: string;
  }
}

type ResultTopic = Extract<
  LiveChangeName,
  'gradebook' | 'leaderboard' | 'quiz' | 'review' | 'recording' | 'own-decisions'
>;

/** Collects what watchers receive after a batch, each change once. Attempts outside a class have no watchers. */
export class ChangedResults {
  private readonly ids = new Map<ResultTopic, Set<string>>();

  /** @param ids classes; students of the topic `own-decisions` */
  add(topic: ResultTopic, ids: readonly (string | null)[]): void {
    let known = this.ids.get(topic);
    if (!known) this.ids.set(topic, (known = new Set()));
    for (const id of ids) if (id !== null) known.add(id);
  }

  all(): LiveChange[] {
    return [...this.ids].flatMap(([topic, ids]) => [...ids].map((id) => ({ topic, id })));
  }
}
