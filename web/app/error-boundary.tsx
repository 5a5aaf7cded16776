import { Component, type ReactNode } from 'react';
import { ServerErrorRoute } from './routes/error-routes.js';

/** A page that throws while it renders shows the server-error page instead of nothing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ServerErrorRoute /> : this.props.children;
  }
}
