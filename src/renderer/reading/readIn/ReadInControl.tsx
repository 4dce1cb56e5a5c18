import { languageName } from '#shared/geo/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { targetLanguages } from './languages.ts';
import { type ReadLanguage, type ReadMode, readModes } from './readInStore.ts';

const labels: Readonly<Record<ReadMode, string>> = {
  original: 'Original',
  translation: 'Translation',
  both: 'Both',
};

/** Chooses the language of the project and whether texts are read in it: the same control wherever text is read. */
export function ReadInControl({
  language: { mode, to, setTo, setMode },
  onMode = setMode,
}: {
  readonly language: ReadLanguage;
  readonly onMode?: (mode: ReadMode) => void;
}) {
  const options = targetLanguages.some(({ value }) => value === to)
    ? targetLanguages
    : [...targetLanguages, { value: to, label: languageName(to, 'en') }];
  return (
    <>
      <label className="flex items-center gap-2">
        <span className="whitespace-nowrap">Read in</span>
        <select className={`${inputLook} w-36`} value={to} onChange={({ target }) => setTo(target.value)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="flex items-center gap-0.5">
        <legend className="sr-only">Show</legend>
        {readModes.map((each) => (
          <Button
            key={each}
            look="quiet"
            size="small"
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
          >
            {labels[each]}
          </Button>
        ))}
      </fieldset>
    </>
  );
}
