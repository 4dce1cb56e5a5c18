import { type FormEvent, useDeferredValue, useState } from 'react';
import type { BrandBookView, BrandView } from '#shared/model/brand.ts';
import type { BrandKind } from '#shared/model/comparison/samples.ts';
import { ordinaryWordLabel } from '#shared/tables/brandLabels.ts';
import { inflectedNames } from '#shared/text/brands/inflections.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { type BrandDraft, draftOf, inputOf, problemLine } from './brandDraft.ts';
import { InflectedForms } from './InflectedForms.tsx';
import { LineList } from './LineList.tsx';

type BrandFormProps = {
  /** The edited brand; null for a new one. */
  readonly brand: BrandView | null;
  /** Of a new brand: yours, until the project has one. */
  readonly kind: BrandKind;
  readonly onCancel: () => void;
  readonly onSaved: (name: string, after: BrandBookView) => void;
};

const kinds: readonly { readonly kind: BrandKind; readonly label: string }[] = [
  { kind: 'own', label: 'Your brand' },
  { kind: 'competitor', label: 'Competitor' },
  { kind: 'other', label: 'Other brand' },
];

/** Name, type, aliases and domains of one brand. */
export function BrandForm({ brand, kind, onCancel, onSaved }: BrandFormProps) {
  const save = useAction('brands.save', ['brands.']);
  const [draft, setDraft] = useState<BrandDraft>(() => draftOf(brand, kind));
  const merged = (brand?.aliases ?? []).filter((alias) => alias.merged).map((alias) => alias.text);
  const fields = save.error?.fields ?? [];
  const change = (part: Partial<BrandDraft>): void => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const problemAt = (list: 'aliases' | 'domains', texts: readonly string[]) => (line: number) =>
    fields.find((each) => problemLine(each.field, list, texts) === line)?.message;
  // The second click confirms what the first was asked about; a change of the draft asks again.
  const asksFirst = save.error?.code === 'CONFIRMATION_REQUIRED';
  const aliasTexts = draft.aliases.map((alias) => alias.text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(inputOf(draft, brand?.id ?? null, asksFirst), {
      onSuccess: (after) => onSaved(draft.name.trim(), after),
    });
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col">
      <div className="flex flex-col gap-3 px-4 py-3">
        <TextField
          label="Name"
          problem={fields.find((each) => each.field === 'name')?.message}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={draft.name}
          onChange={(value) => change({ name: value })}
        />
        <ExactCase draft={draft} onChange={change} />
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <legend className="mb-1 font-medium text-ink-2 text-table">Kind</legend>
          {kinds.map(({ kind, label }) => (
            <label key={kind} className="flex items-center gap-1.5">
              <input
                type="radio"
                name="kind"
                value={kind}
                checked={draft.kind === kind}
                onChange={() => change({ kind })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <LineList
          legend="Aliases"
          hint="Spellings in other scripts, product names, short forms. Use “Exact case” for names that are also words, such as ON."
          addLabel="Add alias"
          nameOf={(line) => `Alias ${line + 1}`}
          lines={aliasTexts}
          problemOf={problemAt('aliases', aliasTexts)}
          onChange={(line, text) =>
            change({
              aliases: draft.aliases.map((alias, at) => (at === line ? { ...alias, text } : alias)),
            })
          }
          onAdd={() => change({ aliases: [...draft.aliases, { text: '', caseSensitive: false }] })}
          onRemove={(line) => change({ aliases: draft.aliases.filter((_, at) => at !== line) })}
          extra={(line) => (
            <label className="flex shrink-0 items-center gap-1.5 whitespace-nowrap text-table">
              <input
                type="checkbox"
                checked={draft.aliases[line]?.caseSensitive ?? false}
                onChange={(event) =>
                  change({
                    aliases: draft.aliases.map((alias, at) =>
                      at === line ? { ...alias, caseSensitive: event.target.checked } : alias,
                    ),
                  })
                }
              />
              Exact case
            </label>
          )}
        />
        {merged.length > 0 ? (
          <p className="text-ink-2 text-table">
            Merged into it: <bdi>{merged.join(', ')}</bdi>. To undo a merge, use the list of manual
            corrections.
          </p>
        ) : null}
        <InflectedForms
          names={[...inflectedNames(draft), ...merged]}
          excluded={draft.excludedForms}
          onChange={(excludedForms) => change({ excludedForms })}
        />
        <LineList
          legend="Domains"
          hint="A domain or host with its subdomains, or the part below a path: acme.com, music.acme.com, youtube.com/@acme. Sources there are marked as yours or a competitor’s."
          addLabel="Add domain"
          nameOf={(line) => `Domain ${line + 1}`}
          lines={draft.domains}
          problemOf={problemAt('domains', draft.domains)}
          onChange={(line, text) =>
            change({ domains: draft.domains.map((domain, at) => (at === line ? text : domain)) })
          }
          onAdd={() => change({ domains: [...draft.domains, ''] })}
          onRemove={(line) => change({ domains: draft.domains.filter((_, at) => at !== line) })}
        />
        {save.error && fields.length === 0 ? <ErrorNotice error={save.error} /> : null}
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-4 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" busy={save.isPending}>
          {brand === null ? 'Add' : 'Save'}
          {asksFirst ? ' anyway' : ''}
        </Button>
      </footer>
    </form>
  );
}

/** Offers the exact case of a name that is an ordinary word too: "Apple", "Target". */
function ExactCase({
  draft: { name, aliases },
  onChange,
}: {
  readonly draft: BrandDraft;
  readonly onChange: (part: Partial<BrandDraft>) => void;
}) {
  const asked = useDeferredValue(name.trim());
  const { data } = useRoute('brands.words', { names: [asked] }, { enabled: asked !== '' });
  const word = data?.words.find((each) => each.name === name.trim());
  if (word === undefined) return null;
  const others = aliases.filter(({ text, caseSensitive }) => !(caseSensitive && text === word.name));
  const exact = others.length < aliases.length;
  return (
    <div role="status" className="flex flex-col gap-1 text-table">
      <p className="text-ink-2">
        <bdi>{ordinaryWordLabel(word)}</bdi>
      </p>
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          checked={exact}
          onChange={() =>
            onChange({ aliases: exact ? others : [...aliases, { text: word.name, caseSensitive: true }] })
          }
        />
        Count “{word.name}” in this exact case only
      </label>
    </div>
  );
}
