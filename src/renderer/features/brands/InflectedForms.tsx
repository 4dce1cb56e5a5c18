import { useDeferredValue } from 'react';
import { languageName } from '#shared/geo/languages.ts';
import type { NameForms } from '#shared/model/brand.ts';
import { formLanguagesLabel, uncoveredFormsLabel } from '#shared/tables/brandLabels.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { formatQuantity } from '../../ui/format.ts';

type InflectedFormsProps = {
  readonly names: readonly string[];
  /** Folded forms that do not count. */
  readonly excluded: readonly string[];
  readonly onChange: (excluded: readonly string[]) => void;
};

/** The inflected forms that count as a brand's names, by language; each can be switched off. */
export function InflectedForms({ names, excluded, onChange }: InflectedFormsProps) {
  const asked = useDeferredValue(names.map((name) => name.trim()).filter((name) => name !== ''));
  const { data } = useRoute('brands.forms', { names: asked }, { enabled: asked.length > 0 });
  if (data === undefined || (data.forms.length === 0 && data.uncovered.length === 0)) return null;
  const groups = groupsOf(data);
  const isUsed = ({ language }: FormGroup): boolean => language === '' || data.languages.includes(language);
  const off = new Set(excluded);
  const list = (of: readonly FormGroup[]) =>
    of.map((group) => <FormList key={group.language} group={group} off={off} onChange={onChange} />);
  const others = groups.filter((group) => !isUsed(group));
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-ink-2 text-table">Inflected forms</legend>
      {list(groups.filter(isUsed))}
      {others.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-table">
            In {formatQuantity(others.length, 'other language')}
          </summary>
          <div className="flex flex-col gap-1.5 ps-3 pt-1.5">{list(others)}</div>
        </details>
      ) : null}
      <p className="text-ink-3 text-table">
        {data.uncovered.length > 0 ? `${uncoveredFormsLabel(data.uncovered)} ` : ''}
        Forms count in texts of their language, with a capital letter. Clear the ones that are another word.
      </p>
    </fieldset>
  );
}

type FormGroup = { readonly language: string; readonly forms: NameForms['forms'] };

/** By language, those of every text of their script first. */
function groupsOf({ forms }: NameForms): readonly FormGroup[] {
  const groups = new Map<string, NameForms['forms']>();
  for (const form of forms)
    for (const language of form.languages.length === 0 ? [''] : form.languages)
      groups.set(language, [...(groups.get(language) ?? []), form]);
  return [...groups]
    .map(([language, of]) => ({ language, forms: of }))
    .sort((one, two) => nameOf(one).localeCompare(nameOf(two)));
}

const nameOf = ({ language }: FormGroup): string => (language === '' ? '' : languageName(language, 'en'));

type FormListProps = {
  readonly group: FormGroup;
  readonly off: ReadonlySet<string>;
  readonly onChange: InflectedFormsProps['onChange'];
};

function FormList({ group, off, onChange }: FormListProps) {
  const { language, forms } = group;
  const cleared = forms.filter(({ form }) => off.has(form)).length;
  return (
    <details>
      <summary className="cursor-pointer text-table">
        {formLanguagesLabel(language === '' ? [] : [language])}: {formatQuantity(forms.length, 'form')}
        {cleared > 0 ? <span className="text-ink-3">, {cleared} off</span> : null}
      </summary>
      <div className="flex max-h-40 flex-wrap gap-x-3 gap-y-1 overflow-y-auto ps-3 pt-1">
        {forms.map(({ form, written }) => (
          <label key={form} className="flex items-center gap-1.5 text-table">
            <input
              type="checkbox"
              checked={!off.has(form)}
              onChange={(event) =>
                onChange(event.target.checked ? [...off].filter((each) => each !== form) : [...off, form])
              }
            />
            <bdi>{written}</bdi>
          </label>
        ))}
      </div>
    </details>
  );
}
