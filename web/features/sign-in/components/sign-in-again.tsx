import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';
import type { ErrorCode } from '../../../../api/contracts/problem.contract.js';
import { api } from '../../../shared/api-client/api.js';
import type { ApiError } from '../../../shared/api-client/api-error.js';
import { storedSignIn } from '../../../shared/session/stored-sign-in.js';
import { sessionRolesQuery } from '../api/get-session-roles.js';
import type { SignInAgainDialogProps } from './sign-in-again-dialog.js';

/** Errors that a password does not resolve, or after which the page may belong to a user with other rights. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ACCOUNT_DISABLED', 'ORGANIZATION_UNPAID', 'SESSION_ENDED']);

interface SignInAgainProps {
  /** Opens the login. `return` comes back to this page after the sign-in. */
  onLeave: (to: 'return' | 'login') => void;
  onResetPending: (username: string) => void;
}

interface Question {
  Dialog: ComponentType<SignInAgainDialogProps>;
  answer: (isSignedIn: boolean) => void;
}

/** Asks for the password above the page when its session cannot be renewed. Input on the page is kept. */
export function SignInAgain({ onLeave, onResetPending }: SignInAgainProps) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => {
    async function askForPassword(refusal: ApiError): Promise<boolean> {
      const isFinal = refusal.code !== null && FINAL.has(refusal.code);
      if (isFinal) storedSignIn.leaveLoginError(refusal.title);
      const isShown = client.getQueryData(sessionRolesQuery().queryKey) !== undefined;
      const dialog = isFinal || !isShown ? null : await import('./sign-in-again-dialog.js').catch(() => null);
      if (dialog === null) {
        onLeave(isFinal ? 'login' : 'return');
        return false;
      }
      const isSignedIn = await new Promise<boolean>((answer) => setQuestion({ Dialog: dialog.default, answer }));
      setQuestion(null);
      if (isSignedIn) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      return isSignedIn;
    }
    return api.onSessionOver(askForPassword);
  }, [client, onLeave]);

  useEffect(() => {
    if (!question) return undefined;
    const stop = storedSignIn.onChangedElsewhere((change) => question.answer(change === 'renewed'));
    return () => {
      stop();
      question.answer(false);
    };
  }, [question]);

  if (!question) return null;
  const { Dialog, answer } = question;
  return (
    <Dialog
      onSignedIn={() => answer(true)}
      onCancel={() => {
        onLeave('login');
        answer(false);
      }}
      onResetPending={(username) => {
        answer(false);
        onResetPending(username);
      }}
    />
  );
}
