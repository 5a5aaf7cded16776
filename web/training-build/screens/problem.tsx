/** What failed, and the way to ask for it again. */
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
