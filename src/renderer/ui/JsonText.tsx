import { CopyButton } from './CopyButton.tsx';

/** Maximum characters rendered at once. The complete text can be copied. */
const maxCharacters = 60_000;

/** A stored value as indented JSON. */
export function JsonText({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, null, 2);
  const cut = text.length > maxCharacters;
  return (
    <div className="flex flex-col gap-1">
      <div className="-ms-2">
        <CopyButton text={text} label={label} />
      </div>
      <pre
        dir="ltr"
        className="whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-mini [overflow-wrap:anywhere]"
      >
        {cut ? `${text.slice(0, maxCharacters)}\n…` : text}
      </pre>
      {cut ? <p className="text-ink-3 text-table">Shortened on screen; Copy includes all of it.</p> : null}
    </div>
  );
}
