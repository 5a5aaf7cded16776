import { Module } from '@nestjs/common';
import { FlightsToVerify } from './flights-to-verify.js';
import { KeptFlights } from './kept-flights.js';
import { VerifyFlight } from './verify-flight.js';
import { VerifyFlights } from './verify-flights.js';

@Module({ providers: [FlightsToVerify, KeptFlights, VerifyFlight, VerifyFlights] })
export class VerifyFlightsModule {}
