import type { ResultState } from '../bridge/bridge.js';

/** Shows the delivery state of a result. */
export function ResultSent({ state }: { state: ResultState | null }) {
  const text = () => {
    if (state === null || state.state === 'waiting')
      return 'Your result is saved and will be submitted as soon as the platform responds.';
    return state.state === 'sent' ? 'Your result has been submitted.' : (state.message ?? 'Your result was rejected.');
  };
  return (
    <p role="status" className={state?.state === 'refused' ? 'problem' : 'note'}>
      {text()}
    </p>
  );
}
