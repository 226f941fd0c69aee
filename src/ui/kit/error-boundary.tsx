import { Component, type ErrorInfo, type ReactNode } from 'react';
import { LoadError } from './lazy-view.tsx';

/** A part of the page that could not be drawn. */
export interface Failure {
  error: unknown;
  componentStack: string;
  /** Draws the part again; code that could not be loaded is requested again. */
  retry: () => void;
}

interface ErrorBoundaryProps {
  /** The fallback. It must not depend on the failed part. */
  fallback: (failure: Failure) => ReactNode;
  /** A change draws the children again: another page, another version of a message. */
  resetKey?: unknown;
  children: ReactNode;
}

interface State {
  error: unknown;
  hasFailed: boolean;
  componentStack: string;
  resetKey: unknown;
}

/** Prevents an exception in its children from removing the rest of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = {
    error: null,
    hasFailed: false,
    componentStack: '',
    resetKey: this.props.resetKey,
  };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State) {
    if (resetKey === state.resetKey) return null;
    return { resetKey, error: null, hasFailed: false, componentStack: '' };
  }

  override componentDidCatch(_: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ componentStack: componentStack ?? '' });
  }

  readonly #retry = () => {
    const { error } = this.state;
    if (error instanceof LoadError) error.forget();
    this.setState({ error: null, hasFailed: false, componentStack: '' });
  };

  override render(): ReactNode {
    const { error, hasFailed, componentStack } = this.state;
    if (!hasFailed) return this.props.children;
    return this.props.fallback({ error, componentStack, retry: this.#retry });
  }
}
