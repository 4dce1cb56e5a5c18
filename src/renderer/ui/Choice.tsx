import { Field, inputLook } from './Field.tsx';

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
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
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
