import { Module } from '@nestjs/common';
import { SeatsFollowPeople } from './seats-follow-people.js';
import { SeatsSweep } from './seats-sweep.js';
import { ReleaseSeatHandler, TakeSeatHandler } from './seats.handlers.js';

@Module({ providers: [TakeSeatHandler, ReleaseSeatHandler, SeatsFollowPeople, SeatsSweep] })
export class SeatsModule {}
