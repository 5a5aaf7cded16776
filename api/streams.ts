import { accessCodeStream } from './features/access-codes/access-code.stream.js';
import { organizationStream } from './features/organizations/organization.stream.js';
import { seatsStream } from './features/organizations/seats.stream.js';
import { StreamSet } from './platform/eventsourcing/stream-set.js';

/** Every kind of streams. A kind that ever had an event stays here forever: stored events are read with it. */
export const streams = new StreamSet([accessCodeStream, organizationStream, seatsStream]);
