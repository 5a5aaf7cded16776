/** An error message with a retry button. */
export function Problem({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <p role="alert" className="problem">
      {error.message}{' '}
      <button type="button" onClick={() => void onRetry()}>
        Retry
      </button>
    </p>
  );
}
