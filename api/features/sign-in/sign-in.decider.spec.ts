import { given } from '../../platform/eventsourcing/testing/given.js';
import { signInDecider } from './sign-in.decider.js';
import type { SignInEvent } from './sign-in.events.js';

const signIns = given(signInDecider);
const userId = '0198c0de-0000-7000-8000-0000000000a1';
const familyId = '0198c0de-0000-7000-8000-0000000000f1';
const until = '2026-03-02T09:15:00.000Z';
const succeeded: SignInEvent = { type: 'SignInSucceeded', data: { userId, familyId } };
const signedOut: SignInEvent = { type: 'SignedOut', data: { userId, familyId } };
const locked: SignInEvent = { type: 'SignInLocked', data: { userId, until } };

it('records a sign-in', () => {
  signIns().when({ type: 'RecordSignIn', userId, familyId }).thenRecords(succeeded);
});

it('records a lock once while it lasts', () => {
  const lock = (now: string) => ({ type: 'RecordLock', userId, now, until }) as const;
  signIns(succeeded).when(lock('2026-03-02T09:00:00.000Z')).thenRecords(locked);
  signIns(locked).when(lock('2026-03-02T09:14:59.000Z')).thenNothing();
  signIns(locked).when(lock('2026-03-02T09:15:00.000Z')).thenRecords(locked);
});

it('records the end of a sign-in once, whatever ended it first', () => {
  const reuse = { type: 'RecordReuse', userId, familyId } as const;
  const signOut = { type: 'RecordSignOut', userId, familyId } as const;
  signIns(succeeded).when(signOut).thenRecords(signedOut);
  signIns(succeeded).when(reuse).thenRecords({ type: 'RefreshTokenReused', data: { userId, familyId } });
  signIns(succeeded, signedOut).when(signOut).thenNothing();
  signIns(succeeded, signedOut).when(reuse).thenNothing();
  signIns().when(signOut).thenNothing();
});
