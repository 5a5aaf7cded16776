import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../shared/lazy/load-failure.js';
import { forgetFailedLoads } from './lazy-page.js';
import { PageNotLoaded } from './page-not-loaded.js';
import { ServerErrorRoute } from './routes/error-routes.js';

interface ErrorBoundaryProps {
  /** Path of the page; a change of path clears the failure. */
  path: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failedAt: string | null;
  error: unknown;
  /** Path of the page that was last retried. */
  retriedAt: string | null;
}

/** Shows an error page when a page throws while rendering, and a retry or reload when its code fails to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedAt: null, error: null, retriedAt: null };

  static getDerivedStateFromError(error: unknown) {
    return { failedAt: window.location.pathname, error };
  }

  /** Forgets a failure when another page is shown, so that the failed page is rendered when it is opened again. */
  static getDerivedStateFromProps({ path }: ErrorBoundaryProps, { failedAt }: ErrorBoundaryState) {
    return failedAt === null || failedAt === path ? null : { failedAt: null, error: null };
  }

  override render() {
    const { path } = this.props;
    const { failedAt, error, retriedAt } = this.state;
    if (failedAt !== path) return this.props.children;
    if (!(error instanceof LoadFailure)) return <ServerErrorRoute />;
    const onRetry = () => {
      forgetFailedLoads();
      this.setState({ failedAt: null, error: null, retriedAt: path });
    };
    return <PageNotLoaded isRepeated={retriedAt === path} onRetry={onRetry} />;
  }
}
