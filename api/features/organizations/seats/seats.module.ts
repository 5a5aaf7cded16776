import { Module } from '@nestjs/common';
import { SeatsFollowPeople } from './seats-follow-people.js';
import { SeatsSweep } from './seats-sweep.js';
import {
  CheckSeatHandler,
  ReserveSeatHandler,
  ReleaseSeatHandler,
  Seating,
  TakeSeatHandler,
} from './seats.handlers.js';

@Module({
  providers: [
    Seating,
    TakeSeatHandler,
    CheckSeatHandler,
    ReserveSeatHandler,
    ReleaseSeatHandler,
    SeatsFollowPeople,
    SeatsSweep,
  ],
})
export class SeatsModule {}
