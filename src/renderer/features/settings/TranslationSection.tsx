import { useState } from 'react';
import type { TranslationSettings } from '#shared/model/settings.ts';
import { translatorNames } from '#shared/model/translators.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ModelDownloads } from './ModelDownloads.tsx';
import { type SettingsAccess, useSettings } from './settings.ts';

type TranslationSectionProps = {
  readonly update: SettingsAccess['update'];
  readonly onSaid: (message: string) => void;
};

/** The translators that answers can be read with, and what each needs. */
export function TranslationSection({ update, onSaid }: TranslationSectionProps) {
  const { data, error } = useRoute('translations.translators', {});
  const stored = useSettings(({ translation }) => translation);
  return (
    <section aria-labelledby="translation-title" className="flex flex-col gap-4">
      <h2 id="translation-title" className="font-semibold text-title">
        Translation
      </h2>
      <p className="max-w-prose text-ink-2">
        Read answers of other countries in your language. Nothing is sent to a translator before you choose it
        and see its price. Language and translator are chosen per project, above the answers of a run.
      </p>
      {error ? <ErrorNotice error={error} /> : null}
      <dl className="grid max-w-prose grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {data?.translators.map(({ kind, ready, state }) => (
          <div key={kind} className="contents">
            <dt className="font-medium">{translatorNames[kind]}</dt>
            <dd className={ready ? '' : 'text-ink-2'}>{state}</dd>
          </div>
        ))}
      </dl>
      <TextForm
        key={`models ${stored.models.folder}`}
        label="Folder of translation models"
        hint="Firefox’s translation models (MPL-2.0): model*.bin and vocab*.spm, in a folder for each direction such as de-en. No text leaves this computer."
        stored={stored.models.folder}
        button="Save folder"
        onSave={(folder) => {
          update({ translation: { ...stored, models: { ...stored.models, folder } } });
          onSaid('Folder of translation models saved');
        }}
      />
      <TextForm
        key={`list ${stored.models.address}`}
        label="Address of a list of translation models"
        hint="A mirror with Mozilla’s record list. For experts: Mozilla’s own address is meant for Firefox, not for other programs, and may change."
        stored={stored.models.address}
        button="Save address of the list"
        problemOf={addressProblem}
        onSave={(address) => {
          update({ translation: { ...stored, models: { ...stored.models, address } } });
          onSaid('Address of translation models saved');
        }}
      />
      <ModelDownloads address={stored.models.address} />
      <KeyForm
        title="DeepL"
        label="DeepL key"
        hint="Kept in the keychain of this computer. Keys of the free plan end in “:fx”."
        translator="deepl"
        removable={data?.translators.some(({ kind, ready }) => kind === 'deepl' && ready) ?? false}
        onSaid={onSaid}
      />
      <DeeplPrice
        key={`price ${JSON.stringify(stored.deepl)}`}
        stored={stored}
        update={update}
        onSaid={onSaid}
      />
      <TextForm
        key={`server ${stored.libreTranslate.address}`}
        label="LibreTranslate server"
        hint="Any server, also one on your own computer or network."
        stored={stored.libreTranslate.address}
        button="Save address"
        problemOf={addressProblem}
        onSave={(address) => {
          update({ translation: { ...stored, libreTranslate: { address } } });
          onSaid('Address of LibreTranslate saved');
        }}
      />
      <KeyForm
        title="LibreTranslate key"
        label="LibreTranslate key (only if the server asks for one)"
        hint="Sent only to the address above."
        translator="libretranslate"
        removable
        onSaid={onSaid}
      />
    </section>
  );
}

type KeyFormProps = {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly translator: 'deepl' | 'libretranslate';
  /** False if no key is stored. */
  readonly removable: boolean;
  readonly onSaid: (message: string) => void;
};

function KeyForm({ title, label, hint, translator, removable, onSaid }: KeyFormProps) {
  const [key, setKey] = useState('');
  const save = useAction('translations.setKey', ['translations.']);
  const store = (value: string | null): void =>
    save.mutate(
      { translator, key: value },
      {
        onSuccess: () => {
          setKey('');
          onSaid(value === null ? `${title}: key removed` : `${title}: key saved`);
        },
      },
    );
  return (
    <form
      aria-label={title}
      className="flex max-w-md flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') store(key.trim());
      }}
    >
      <TextField label={label} hint={hint} type="password" autoComplete="off" value={key} onChange={setKey} />
      {save.error ? <ErrorNotice error={save.error} /> : null}
      <div className="flex gap-2">
        <Button type="submit" aria-disabled={key.trim() === ''} busy={save.isPending}>
          Save key
        </Button>
        {removable ? (
          <Button look="quiet" onClick={() => store(null)}>
            Remove key
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type StoredProps = TranslationSectionProps & { readonly stored: TranslationSettings };

function DeeplPrice({ stored, update, onSaid }: StoredProps) {
  const { pricePerMillion, currency } = stored.deepl;
  const [price, setPrice] = useState(pricePerMillion === null ? '' : String(pricePerMillion));
  const [money, setMoney] = useState(currency);
  const wrongPrice = price.trim() !== '' && !(Number(price) >= 0 && Number(price) <= 10_000);
  const wrongMoney = !/^[A-Z]{3}$/.test(money);
  return (
    <form
      aria-label="Price of DeepL"
      noValidate
      className="flex max-w-md flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrongPrice || wrongMoney) return;
        const deepl = { pricePerMillion: price.trim() === '' ? null : Number(price), currency: money };
        update({ translation: { ...stored, deepl } });
        onSaid('Price of DeepL saved');
      }}
    >
      <TextField
        label="Your DeepL price per million characters"
        className="flex-1"
        hint="As on your invoice; costs are computed with it."
        problem={wrongPrice ? 'Enter an amount, such as 20, or nothing.' : undefined}
        inputMode="decimal"
        value={price}
        onChange={setPrice}
      />
      <TextField
        label="Currency"
        className="w-24"
        problem={wrongMoney ? 'Three letters, such as EUR.' : undefined}
        value={money}
        onChange={(value) => setMoney(value.trim().toUpperCase())}
      />
      <Button type="submit" className="mt-5">
        Save price
      </Button>
    </form>
  );
}

type TextFormProps = {
  /** Of the form and its field. */
  readonly label: string;
  readonly hint: string;
  readonly stored: string | null;
  readonly button: string;
  /** What is wrong with a text that is not empty. */
  readonly problemOf?: (text: string) => string | undefined;
  /** Null for an empty text. */
  readonly onSave: (text: string | null) => void;
};

/** A setting that is a text or nothing. */
function TextForm({ label, hint, stored, button, problemOf, onSave }: TextFormProps) {
  const [typed, setTyped] = useState(stored ?? '');
  const text = typed.trim();
  const problem = text === '' ? undefined : problemOf?.(text);
  return (
    <form
      aria-label={label}
      noValidate
      className="flex max-w-md flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined) onSave(text === '' ? null : text);
      }}
    >
      <TextField label={label} hint={hint} problem={problem} value={typed} onChange={setTyped} />
      <div>
        <Button type="submit">{button}</Button>
      </div>
    </form>
  );
}

function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol)
    ? undefined
    : 'Enter an address such as http://localhost:5000.';
}
