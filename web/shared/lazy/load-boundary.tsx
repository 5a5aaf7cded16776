import { Component, type ReactNode } from 'react';
import { LoadFailure } from './load-failure.js';

interface LoadBoundaryProps {
  /** Shown in place of the children when their code fails to load. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Error boundary for parts that fail to load, so that the page around them stays. Other errors pass through. */
export class LoadBoundary extends Component<LoadBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof LoadFailure) return this.props.fallback;
    throw error;
  }
}
