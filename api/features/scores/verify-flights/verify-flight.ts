import { Inject, Injectable } from '@nestjs/common';
import { handleCommand } from '../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { contextAfter } from '../../../platform/eventsourcing/system-context.js';
import { attemptStream } from '../score.stream.js';
import { verificationStream } from '../verification.stream.js';
import { FlightsToVerify } from './flights-to-verify.js';
import { KeptFlights } from './kept-flights.js';

/** An update of the platform may bring the module of a flight that a newer node has served. */
const UNKNOWN_AGAIN_AFTER_SECONDS = 3_600;
const FAILED_AGAIN_AFTER_SECONDS = 60;

/**
 * Flies the recorded flight of an attempt again and records the outcome (docs/rules.md#verified-flights). A crash between two steps repeats
 * the flight, and the outcome is appended only to an empty stream, so each attempt gets one outcome.
 */
@Injectable()
export class VerifyFlight {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly flights: KeptFlights,
    private readonly waiting: FlightsToVerify,
  ) {}

  async execute(attemptId: string): Promise<void> {
    try {
      if (await this.verify(attemptId)) await this.waiting.remove(attemptId);
      else await this.waiting.postpone(attemptId, UNKNOWN_AGAIN_AFTER_SECONDS);
    } catch (error) {
      // Without the database the failure cannot be stored either; the row then stays due.
      await this.waiting.postpone(attemptId, FAILED_AGAIN_AFTER_SECONDS).catch(() => undefined);
      throw error;
    }
  }

  /** Returns false when the flight cannot be flown again by this version of the platform. */
  private async verify(attemptId: string): Promise<boolean> {
    const [submitted] = await attemptStream.of(attemptId).read(this.store);
    if (!submitted?.data.flight) return true;
    const result = submitted.data;
    const flown = this.flights.fly(result.scenarioId, submitted.data.flight);
    if (!flown) return false;
    await handleCommand(this.store, verificationStream.of(attemptId), { result, flown }, contextAfter(submitted));
    return true;
  }
}
