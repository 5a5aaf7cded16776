import { given } from '../../platform/eventsourcing/testing/given.js';
import { signInStream } from './sign-in.stream.js';
import type { SignInEvent } from './sign-in.events.js';

const signIn = given(signInStream);
const userId = '0198c0de-0000-7000-8000-0000000000a1';
const familyId = '0198c0de-0000-7000-8000-0000000000f1';
const until = '2026-03-02T09:15:00.000Z';
const succeeded: SignInEvent = { type: 'SignInSucceeded', data: { userId, familyId } };
const signedOut: SignInEvent = { type: 'SignedOut', data: { userId, familyId } };
const reused: SignInEvent = { type: 'RefreshTokenReused', data: { userId, familyId } };
const locked: SignInEvent = { type: 'SignInLocked', data: { userId, until } };
const reuse = { type: 'RecordReuse', userId, familyId } as const;
const signOut = { type: 'RecordSignOut', userId, familyId } as const;

it('records a sign-in once', () => {
  const command = { type: 'RecordSignIn', userId, familyId } as const;
  signIn().when(command).thenRecords(succeeded);
  signIn(succeeded).when(command).thenNothing();
});

it('records a lock once', () => {
  const lock = { type: 'RecordLock', userId, until } as const;
  signIn().when(lock).thenRecords(locked);
  signIn(locked).when(lock).thenNothing();
});

it('records the end of a sign-in once, whatever caused it', () => {
  signIn(succeeded).when(signOut).thenRecords(signedOut);
  signIn(succeeded).when(reuse).thenRecords(reused);
  signIn(succeeded, signedOut).when(signOut).thenNothing();
  signIn(succeeded, signedOut).when(reuse).thenNothing();
  signIn(succeeded, reused).when(signOut).thenNothing();
});

it('records the end of a sign-in that began on an older stream', () => {
  signIn().when(signOut).thenRecords(signedOut);
  signIn(signedOut).when(signOut).thenNothing();
});
