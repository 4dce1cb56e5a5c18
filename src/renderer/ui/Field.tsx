import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';

/** Style of every one-line input. */
export const inputLook =
  'h-7 w-full rounded-md border border-control bg-surface px-2 text-ellipsis text-ui text-ink placeholder:text-ink-3 disabled:opacity-50 aria-invalid:border-bad';

type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** One sentence: the problem and its solution. */
  readonly problem?: string;
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
  readonly className?: string;
};

/** A labelled input with hint and problem. */
export function Field({ label, hint, problem, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const problemId = `${id}-problem`;
  const describedBy = [hint ? hintId : '', problem ? problemId : ''].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium text-ink-2 text-table">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem ? <Problem id={problemId}>{problem}</Problem> : null}
      {hint ? (
        <p id={hintId} className="text-ink-3 text-table">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'className' | 'onChange'> & { readonly onChange: (text: string) => void };

/** A labelled input of one line. */
export function TextField({ label, hint, problem, className, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} className={className}>
      {(ids) => (
        <input {...ids} {...input} className={inputLook} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

type TextAreaFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, 'className' | 'onChange'> & {
    /** For lists whose columns stand below each other. */
    readonly mono?: boolean;
    readonly onChange: (text: string) => void;
  };

/** A labelled text of several lines, which can be made higher. */
export function TextAreaField({
  label,
  hint,
  problem,
  className,
  mono = false,
  onChange,
  ...area
}: TextAreaFieldProps) {
  const letters = mono ? 'font-mono text-table' : 'text-ui';
  return (
    <Field label={label} hint={hint} problem={problem} className={className}>
      {(ids) => (
        <textarea
          {...ids}
          dir="auto"
          {...area}
          className={classNames(
            'w-full resize-y rounded-md border border-control bg-surface px-2 py-1.5 text-ink placeholder:text-ink-3',
            letters,
          )}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Why something is not possible, beside its field. */
export function Problem({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} role="status" className="flex items-start gap-1.5 text-bad text-table">
      <CircleAlert size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
