import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { inputLook, Problem } from '../../ui/Field.tsx';

type LineListProps = {
  readonly legend: string;
  readonly hint: string;
  readonly addLabel: string;
  /** Accessible name of a line. */
  readonly nameOf: (line: number) => string;
  readonly lines: readonly string[];
  readonly problemOf: (line: number) => string | undefined;
  readonly onChange: (line: number, text: string) => void;
  readonly onAdd: () => void;
  readonly onRemove: (line: number) => void;
  readonly extra?: (line: number) => ReactNode;
};

/** A list of short texts, each with its own problem. Lines can be added and removed. */
export function LineList(props: LineListProps) {
  const { legend, hint, addLabel, nameOf, lines, problemOf, onChange, onAdd, onRemove, extra } = props;
  const id = useId();
  const added = useRef(false);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-ink-2 text-table">{legend}</legend>
      {lines.map((text, line) => {
        const problem = problemOf(line);
        const problemId = `${id}-${line}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; its text changes with every key
          <div key={line} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <input
                ref={(input) => {
                  if (!added.current || input === null || line !== lines.length - 1) return;
                  added.current = false;
                  input.focus();
                }}
                aria-label={nameOf(line)}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? problemId : undefined}
                dir="auto"
                className={inputLook}
                autoComplete="off"
                spellCheck={false}
                value={text}
                onChange={(event) => onChange(line, event.target.value)}
              />
              {extra?.(line)}
              <IconButton
                Icon={X}
                px={13}
                label={`Remove ${nameOf(line).toLowerCase()}`}
                onClick={() => onRemove(line)}
              />
            </div>
            {problem ? <Problem id={problemId}>{problem}</Problem> : null}
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          onClick={() => {
            added.current = true;
            onAdd();
          }}
        >
          <Plus size={11} aria-hidden="true" /> {addLabel}
        </Button>
      </div>
      <p className="text-ink-3 text-table">{hint}</p>
    </fieldset>
  );
}
