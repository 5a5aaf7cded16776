import type { ResultState } from '../bridge/bridge.js';

/** Shows the delivery state of a result. */
export function HandedIn({ state }: { state: ResultState | null }) {
  const text = () => {
    if (state === null || state.state === 'waiting')
      return 'Your result is kept and will be handed in as soon as the platform answers.';
    return state.state === 'sent' ? 'Your result has been handed in.' : (state.message ?? 'Your result was refused.');
  };
  return (
    <p role="status" className={state?.state === 'refused' ? 'problem' : 'note'}>
      {text()}
    </p>
  );
}
