import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../message.js';
import type { Reactor } from './reactor.js';

/** Where features enter what the leader has to run. */
@Injectable()
export class ReactorRegistry {
  private readonly reactors: Reactor[] = [];

  /** To be called in `onModuleInit`. */
  register<E extends DomainEvent>(reactor: Reactor<E>): void {
    this.reactors.push(reactor);
  }

  get all(): readonly Reactor[] {
    return this.reactors;
  }
}
