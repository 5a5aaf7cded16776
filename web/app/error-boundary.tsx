import { Component, type ReactNode } from 'react';
import { ServerErrorRoute } from './routes/error-routes.js';

interface ErrorBoundaryProps {
  /** The page that is shown; another one gets another chance. */
  path: string;
  children: ReactNode;
}

/** A page that throws while it renders shows the server-error page instead of nothing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null };

  static getDerivedStateFromError() {
    return { failedAt: window.location.pathname };
  }

  override render() {
    return this.state.failedAt === this.props.path ? <ServerErrorRoute /> : this.props.children;
  }
}
