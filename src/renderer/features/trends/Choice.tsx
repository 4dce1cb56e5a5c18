import { Field, inputLook } from '../../ui/Field.tsx';

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
};

/** One of several, in the list the system draws. */
export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputLook} max-w-60`}
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
