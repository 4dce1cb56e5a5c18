import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

type Props = {
  readonly children: ReactNode;
  /** Name of the part that could not be shown, such as `This screen`. */
  readonly what: string;
  /** A change retries, because another screen may work. */
  readonly resetKey: string;
};
type State = {
  readonly failure: { readonly message: string; readonly stack: string } | null;
  readonly key: string;
};

/** Limits a rendering error to one part of the window. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, key: this.props.resetKey };

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { failure: { message: error.message, stack: error.stack ?? '' } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { failure: null, key: props.resetKey };
  }

  override componentDidCatch(_thrown: unknown, info: ErrorInfo): void {
    const { failure } = this.state;
    if (failure && info.componentStack)
      this.setState({ failure: { ...failure, stack: `${failure.stack}\n${info.componentStack}` } });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <div className="m-4 flex max-w-2xl flex-col gap-2">
        <ErrorNotice
          error={{
            message: `${this.props.what} could not be shown: ${failure.message}. Stored data is unchanged. Try again, or open another page.`,
          }}
          onRetry={() => this.setState({ failure: null })}
          retryLabel="Try again"
        />
        <details className="text-ink-3 text-table">
          <summary>Details for a report</summary>
          <pre className="overflow-auto whitespace-pre-wrap p-2 font-mono text-mini">{failure.stack}</pre>
        </details>
        <div>
          <Button onClick={() => window.location.reload()}>Reload the window</Button>
        </div>
      </div>
    );
  }
}
