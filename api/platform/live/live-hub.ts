import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import type { PollWatch } from '../../contracts/live.contract.js';
import { EpochWatch } from '../database/epoch-watch.js';
import { Hints } from '../database/hints.js';
import { POOL } from '../database/pool.js';
import { FaultLog } from '../ops/fault-log.js';
import { TRACER, type Tracer } from '../tracing/tracer.js';
import { PROJECTIONS_CHANNEL } from '../database/wake-ups.js';
import { FollowedChanges } from '../eventsourcing/projecting/followed-changes.js';
import { ServedVersions } from '../eventsourcing/projecting/served-versions.js';
import type { LiveChange, LiveChangeName } from '../eventsourcing/projection.js';
import { LiveRoom } from './live-room.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import { PolledRoom } from './polled-room.js';
import { type ChangeCause, newestChange, readChanges } from './read-changes.js';
import type { Room, RoomOutlet, RoomWatchers } from './room.js';
import { createRoomMemory, type RowChange, type RoomMemory } from './room-memory.js';
import { roomName } from './room-name.js';

const LONGEST_WAIT_MS = 1_000;
const GENERATIONS_EVERY_MS = 1_000;
const RETRY_MS = 1_000;
/** Long enough not to add to the load that made a listener fail. */
const REREAD_AFTER_MS = 3_000;
const CHECK_EVERY_MS = 25;

/** Time without a successful read of changes after which the node counts as cut off. Its watchers then move to another node. */
const CUT_OFF_AFTER_MS = 5_000;

/** Number of events whose changes one query reads. */
const MAX_EVENTS_PER_READ = 5_000;

type ChangeListener = (ids: readonly string[]) => unknown;

/** Distributes changes of read models to the rooms and listeners of this node. */
@Injectable()
export class LiveHub implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(LiveHub.name));
  private readonly rooms = new Map<string, Room>();
  private readonly memories = new Map<string, RoomMemory>();
  private readonly watchers: RoomWatchers[] = [];
  private readonly byChange = new Map<string, Set<Room>>();
  private readonly listeners = new Map<LiveChangeName, ChangeListener[]>();
  private readonly resetListeners: (() => void)[] = [];
  private sequence = 0;
  private projected = 0;
  private generations = '';
  private generationsReadAt = -Infinity;
  private epochChanged = false;
  /** Time at which all rooms read again after a failed listener, in milliseconds; undefined without one. */
  private rereadAt: number | undefined;
  private changesReadAt = performance.now();
  private stopping = false;
  private following: Promise<void> = Promise.resolve();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly hints: Hints,
    private readonly versions: ServedVersions,
    private readonly followed: FollowedChanges,
    @Inject(TRACER) private readonly tracer: Tracer | null,
    epochs: EpochWatch,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    epochs.onChange(() => {
      this.epochChanged = true;
      this.followed.interrupt();
      this.hints.wake(PROJECTIONS_CHANNEL);
    });
  }

  /** A worker has no watchers, so it does not follow the changes. What it caches expires by itself. */
  onApplicationBootstrap(): void {
    if (this.config.roles.includes('http')) this.following = this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    for (const room of this.rooms.values()) room.close();
    await this.following;
  }

  /** False while the read models belong to another build, whose rows can have another meaning. */
  canServe(): Promise<boolean> {
    return this.versions.canBeRead();
  }

  /** True when this node's last read of changes is too old for live updates. */
  get isCutOff(): boolean {
    return !this.hasReadWithin(CUT_OFF_AFTER_MS);
  }

  /** Returns whether the last successful read of changes began at most `milliseconds` ago. */
  hasReadWithin(milliseconds: number): boolean {
    return performance.now() - this.changesReadAt <= milliseconds;
  }

  /** Calls `listener` on this node with the ids of the changes of this name in each read. Does not await it; logs its errors. */
  onChange(topic: LiveChangeName, listener: ChangeListener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Calls `listener` in a new epoch. Any topic may have changed then, without a reported change. */
  onReset(listener: () => void): void {
    this.resetListeners.push(listener);
  }

  get roomCount(): number {
    return this.rooms.size;
  }

  /** Makes the rooms of this node that follow (topic, id) read again. */
  changed(topic: LiveChangeName, id: string, cause?: ChangeCause): void {
    for (const room of this.byChange.get(changeKey({ topic, id })) ?? []) room.changed(cause);
  }

  /** Adds watchers. Every room sends its messages to them. */
  addWatchers(watchers: RoomWatchers): void {
    this.watchers.push(watchers);
  }

  /** Returns the name of a room. Opens the room when it does not exist yet. */
  open(definition: LiveTopicDefinition, id: string, audience: string): string {
    const name = roomName(definition.topic, id, audience);
    if (!this.rooms.has(name)) {
      const onError = (error: unknown): void => this.faults.report(error);
      const memory = createRoomMemory(definition, this.sequence);
      const outlet = this.outletOf(name, memory);
      const room =
        definition.kind === 'presence'
          ? new PolledRoom(definition, id, audience, outlet, onError)
          : new LiveRoom(definition, id, audience, this.sequence, outlet, onError, this.tracer);
      this.rooms.set(name, room);
      this.memories.set(name, memory);
      const change = changeKey(definition.changeOf(id, audience));
      this.byChange.set(change, (this.byChange.get(change) ?? new Set()).add(room));
    }
    return name;
  }

  /** Passes the reply that one watcher of a room has received to the room. */
  recordReply(name: string, answer: LiveRead): void {
    this.rooms.get(name)?.recordReply(answer);
    this.memories.get(name)?.recordReply(answer);
  }

  /** Returns the changes that a watcher lacks, null for none, undefined when the room does not remember enough. */
  changesFor(name: string, watch: PollWatch): RowChange | null | undefined {
    return this.memories.get(name)?.changesFor(watch);
  }

  /** Resolves when this node knows that the read models have reached `sequence`, or after `timeoutMs`. Sends no query. */
  async waitUntilReached(sequence: number, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.projected < sequence && performance.now() < deadline) await delay(CHECK_EVERY_MS);
  }

  /** Closes a room that a watcher has left, unless it has other watchers. */
  closeIfEmpty(name: string): void {
    const room = this.rooms.get(name);
    if (!room || this.watchers.some((watchers) => watchers.isWatched(name))) return;
    room.close();
    this.rooms.delete(name);
    this.memories.delete(name);
    const change = changeKey(room.definition.changeOf(room.id, room.audience));
    const others = this.byChange.get(change);
    others?.delete(room);
    if (others?.size === 0) this.byChange.delete(change);
  }

  private outletOf(name: string, memory: RoomMemory): RoomOutlet {
    return {
      changes: (message, recordedAt) => {
        memory.changed(message);
        for (const watchers of this.watchers) watchers.changes(name, message, () => memory.digest(), recordedAt);
      },
      resync: () => {
        memory.forget();
        for (const watchers of this.watchers) watchers.resync(name);
      },
    };
  }

  /** Follows the changes of the projector. It is the only writer, so reading from the last known sequence skips no change. */
  private async follow(): Promise<void> {
    await this.begin();
    while (!this.stopping) {
      const seen = this.hints.count(PROJECTIONS_CHANNEL);
      try {
        if (this.epochChanged) await this.reset();
        if (this.rereadAt !== undefined && performance.now() >= this.rereadAt) this.everywhereChanged();
        await this.distributeChanges();
      } catch (error) {
        this.followed.interrupt();
        this.faults.report(error);
        await delay(RETRY_MS);
        continue;
      }
      if (this.sequence >= this.projected) await this.hints.wait(PROJECTIONS_CHANNEL, seen, LONGEST_WAIT_MS);
    }
  }

  private async begin(): Promise<void> {
    while (!this.stopping) {
      try {
        this.sequence = await newestChange(this.pool);
        // Watchers may have been admitted before.
        this.everywhereChanged();
        await this.noticeRebuilds();
        return;
      } catch (error) {
        this.faults.report(error);
        await delay(RETRY_MS);
      }
    }
  }

  /**
   * Starts over in a new epoch, in which a sequence can belong to another change. Reads the newest sequence before it calls the
   * listeners, so that their loads include it and later changes are reported.
   */
  private async reset(): Promise<void> {
    this.epochChanged = false;
    try {
      this.sequence = await newestChange(this.pool);
    } catch (error) {
      this.epochChanged = true;
      throw error;
    }
    for (const listener of this.resetListeners) listener();
    this.everywhereChanged();
  }

  private async distributeChanges(): Promise<void> {
    const since = this.sequence;
    const until = since + MAX_EVENTS_PER_READ;
    const requestedAt = performance.now();
    const { readAt, projected, changes } = await readChanges(this.pool, since, until);
    this.changesReadAt = requestedAt;
    this.projected = projected;
    if (projected < since) return this.rewind();
    const idsByTopic = new Map<LiveChangeName, Set<string>>();
    for (const change of changes) {
      const { topic, id } = change;
      this.changed(topic, id, change);
      if (this.listeners.has(topic)) idsByTopic.set(topic, (idsByTopic.get(topic) ?? new Set()).add(id));
    }
    for (const [topic, ids] of idsByTopic) {
      for (const listener of this.listeners.get(topic) ?? []) void this.notify(listener, [...ids]);
    }
    this.sequence = Math.min(projected, until);
    // Connections of the former epoch may still answer.
    if (readAt !== undefined && !this.epochChanged) {
      this.followed.delivered({ sequence: Math.min(projected, until), projected, requestedAt, readAt, changes });
    }
    if (performance.now() - this.generationsReadAt > GENERATIONS_EVERY_MS) await this.noticeRebuilds();
  }

  private async notify(listener: ChangeListener, ids: readonly string[]): Promise<void> {
    try {
      await listener(ids);
    } catch (error) {
      this.faults.report(error);
      this.rereadAt ??= performance.now() + REREAD_AFTER_MS;
    }
  }

  /** Follows the projector back. Read models commit asynchronously, so a crash of the database can set them back. */
  private rewind(): void {
    this.sequence = this.projected;
    this.followed.interrupt();
    this.everywhereChanged();
  }

  /** Makes every room read again, also those that a failed listener would have named. */
  private everywhereChanged(): void {
    this.rereadAt = undefined;
    for (const room of this.rooms.values()) room.changed();
  }

  /** Makes caches and rooms read again after a rebuild, which changes the generation and publishes no changes. */
  private async noticeRebuilds(): Promise<void> {
    this.generationsReadAt = performance.now();
    const { rows } = await this.pool.query<{ generations: string | null }>({
      name: 'generations',
      text: "select string_agg(name || generation, ',' order by name) as generations from plain.projections",
    });
    const generations = rows[0]?.generations ?? '';
    if (this.generations !== '' && generations !== this.generations) {
      this.followed.interrupt();
      this.everywhereChanged();
    }
    this.generations = generations;
  }
}

const changeKey = ({ topic, id }: LiveChange): string => `${topic}|${id}`;
