import { Field, inputLook } from './Field.tsx';

type Offered<Value> = {
  readonly value: Value;
  readonly label: string;
  /** Heading of the choices of which this is one; those without one come first. */
  readonly group?: string;
};

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Offered<Value>[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
  /** One sentence: the problem and its solution. */
  readonly problem?: string;
};

/** A native select. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, onChange, className, problem } = props;
  return (
    <Field label={label} className={className} problem={problem}>
      {(ids) => (
        <select
          {...ids}
          className={inputLook}
          value={value}
          onChange={({ target }) => {
            const chosen = choices.find((choice) => choice.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([group, members]) =>
            group === '' ? (
              <Options key="" choices={members} />
            ) : (
              <optgroup key={group} label={group}>
                <Options choices={members} />
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

const Options = ({ choices }: { readonly choices: readonly Offered<string>[] }) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
