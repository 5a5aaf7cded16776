import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../message.js';
import type { Reactor } from './reactor.js';

/** Collects the reactors of all features for the leader. */
@Injectable()
export class ReactorRegistry {
  private readonly reactors: Reactor[] = [];

  /** Adds a reactor. Call it in `onModuleInit`. */
  register<E extends DomainEvent>(reactor: Reactor<E>): void {
    this.reactors.push(reactor);
  }

  get all(): readonly Reactor[] {
    return this.reactors;
  }
}
