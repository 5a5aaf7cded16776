import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  type LiveChanges,
  MAX_POLL_WAIT_MS,
  type PollFrame,
  type PollReply,
  type PollRequest,
  type PollWatch,
} from '../../contracts/live.contract.js';
import type { PresenceReport } from '../../contracts/presence.contract.js';
import type { Actor } from '../auth/actor.js';
import { DomainError } from '../domain-error.js';
import { FaultLog } from '../ops/fault-log.js';
import { LiveHub } from './live-hub.js';
import { LivePoll } from './live-poll.js';
import { LiveTopics } from './live-topic.js';
import { PollLimits } from './poll-limits.js';
import type { RoomWatchers } from './room.js';
import { digestOf } from './room-memory.js';
import { watchTopic } from './watch-topic.js';

/**
 * Time for which a room stays open without polls. Clients that were answered together poll again together, and need the room
 * and its memory.
 */
const LINGER_MS = 3_000;

/** Receives the presence of polling students; each poll counts as a connection. */
export interface PollListener {
  reported(pollId: string, userId: string, report: PresenceReport): void;
  /** The poll has ended. Its page polls again within a second unless it was closed. */
  ended(pollId: string): void;
}

/** The signed-in person and network of a poll. `disconnected` aborts when its connection is closed. */
export interface PollCaller {
  readonly actor: Actor;
  /** See `networkOf`. */
  readonly network: string;
  readonly disconnected: AbortSignal;
}

/** Serves live topics over HTTP. Holds each request until a topic changes. Keeps no client state between requests. */
@Injectable()
export class LivePolls implements RoomWatchers, OnModuleDestroy {
  private readonly faults = new FaultLog(new Logger(LivePolls.name));
  private readonly limits = new PollLimits();
  private readonly polls = new Set<LivePoll>();
  private readonly byRoom = new Map<string, Set<LivePoll>>();
  /** Timers that close rooms without polls. */
  private readonly closing = new Map<string, NodeJS.Timeout>();
  private readonly listeners: PollListener[] = [];
  private stopping = false;

  constructor(
    private readonly topics: LiveTopics,
    private readonly hub: LiveHub,
  ) {
    hub.addWatchers(this);
  }

  /** Answers the held polls immediately, so that their clients move to another node and the shutdown does not wait. */
  onModuleDestroy(): void {
    this.stopping = true;
    this.endAll();
    for (const timer of this.closing.values()) clearTimeout(timer);
  }

  listen(listener: PollListener): void {
    this.listeners.push(listener);
  }

  waiting(): Iterable<LivePoll> {
    return this.polls;
  }

  get count(): number {
    return this.polls.size;
  }

  endAll(): void {
    for (const poll of this.polls) poll.end();
  }

  /**
   * Returns the changes of all watched topics. Without any, waits for the first change, at most `waitMs`.
   * @throws DomainError 429 when the person polls too fast; 503 when the network or the node has too many polls
   * @throws DomainError 503 when the node is stopping or cut off from the database
   */
  async poll(
    { watches, presence, waitMs = MAX_POLL_WAIT_MS }: PollRequest,
    { actor, network, disconnected }: PollCaller,
  ): Promise<PollReply> {
    if (this.stopping) throw new DomainError('UNAVAILABLE', 'This server is restarting.', 503, undefined, 1);
    if (this.hub.isCutOff) throw new DomainError('UNAVAILABLE', 'Live updates are interrupted.', 503, undefined, 1);
    const poll = new LivePoll(randomUUID(), actor);
    const release = this.limits.admit(actor.userId, network, poll);
    const end = (): void => poll.end();
    disconnected.addEventListener('abort', end);
    this.polls.add(poll);
    try {
      if (disconnected.aborted) return { frames: [] };
      if (presence) for (const listener of this.listeners) listener.reported(poll.id, actor.userId, presence);
      const answers = await Promise.all(watches.map((watch) => this.answer(poll, watch)));
      const frames = answers.filter((frame) => frame !== null);
      if (!frames.some(hasChanges)) await poll.wait(waitMs);
      return { frames: [...frames, ...poll.frames] };
    } finally {
      disconnected.removeEventListener('abort', end);
      this.forget(poll);
      release();
      if (presence) for (const listener of this.listeners) listener.ended(poll.id);
    }
  }

  isWatched(room: string): boolean {
    return this.byRoom.has(room);
  }

  changes(room: string, message: LiveChanges, digestNow: () => string | undefined): void {
    const polls = this.byRoom.get(room);
    if (!polls?.size) return;
    const digest = digestNow();
    for (const poll of polls) poll.changed(message, digest);
  }

  resync(room: string): void {
    for (const poll of this.byRoom.get(room) ?? []) poll.end();
  }

  /** Adds a poll to the room of a topic. Returns null when the client is already up to date. */
  private async answer(poll: LivePoll, watch: PollWatch): Promise<PollFrame | null> {
    const { topic, id } = watch;
    const definition = this.topics.find(topic);
    try {
      const audience = definition ? await definition.audienceOf(poll.data.actor, id) : null;
      if (!definition || audience === null) return { topic, id, ok: false, code: 'not-found' };
      // No await until `enter`, because a room without watchers is never closed.
      if (poll.isOver) return null;
      const room = this.hub.open(definition, id, audience);
      this.enter(poll, room);
      const known = this.hub.changesFor(room, watch);
      if (known !== undefined) return known && { topic, id, ok: true, ...known, rows: [...known.rows] };
      const reply = await watchTopic(definition, audience, watch, (...place) => this.hub.waitUntilReached(...place));
      this.hub.recordReply(room, reply);
      if (definition.kind === 'rows') return isUnchanged(reply, watch) ? null : { topic, id, ...reply };
      const digest = digestOf(reply.rows);
      if (digest === watch.digest) return null;
      return { topic, id, ...reply, full: true, digest };
    } catch (error) {
      this.faults.report(error);
      return { topic, id, ok: false, code: 'unavailable' };
    }
  }

  private enter(poll: LivePoll, room: string): void {
    clearTimeout(this.closing.get(room));
    this.closing.delete(room);
    poll.rooms.add(room);
    this.byRoom.set(room, (this.byRoom.get(room) ?? new Set()).add(poll));
  }

  private exit(poll: LivePoll, room: string): void {
    const polls = this.byRoom.get(room);
    if (!polls?.delete(poll) || polls.size > 0) return;
    this.closing.set(room, setTimeout(() => this.close(room), LINGER_MS).unref());
  }

  private close(room: string): void {
    this.closing.delete(room);
    this.byRoom.delete(room);
    this.hub.closeIfEmpty(room);
  }

  private forget(poll: LivePoll): void {
    this.polls.delete(poll);
    for (const room of poll.rooms) this.exit(poll, room);
  }
}

/** Returns whether a frame needs an immediate answer. A frame without rows contains only the progress of its topic. */
const hasChanges = (frame: PollFrame): boolean => !frame.ok || frame.full || frame.rows.length > 0;

const isUnchanged = (
  { full, rows, sequence }: Pick<Extract<PollFrame, { ok: true }>, 'full' | 'rows' | 'sequence'>,
  { since = 0 }: PollWatch,
): boolean => !full && rows.length === 0 && sequence <= since;
