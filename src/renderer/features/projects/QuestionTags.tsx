import { useState } from 'react';
import type { QuestionView } from '#shared/model/project.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { inputLook } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

const shown = 200;

/** The questions of the current project with their tags, and whether they are branded. */
export function QuestionTags() {
  const found = useRoute('projects.questions', {});
  const tag = useAction('projects.tagQuestion', ['projects.questions']);
  const questions = found.data?.questions ?? [];
  const save = ({ text }: QuestionView, tags: readonly string[], branded: boolean | null): void =>
    tag.mutate({ question: text, tags: [...tags], branded });
  const failure = found.error ?? tag.error;
  if (questions.length === 0 && !failure) return null;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-medium">Questions</h4>
      <p className="max-w-prose text-ink-2">
        A question is branded when it names your brand. Change it here where the rule is wrong. Separate tags
        with commas; find them with <code>tag:</code> in the search.
      </p>
      {failure ? <ErrorNotice error={failure} /> : null}
      <ul className="flex flex-col">
        {questions.slice(0, shown).map((question) => (
          <QuestionRow key={question.text} question={question} onSave={save} />
        ))}
      </ul>
      {questions.length > shown ? (
        <p className="text-ink-3 text-table">
          The {shown} latest of {questions.length} are shown.
        </p>
      ) : null}
    </div>
  );
}

type QuestionRowProps = {
  readonly question: QuestionView;
  readonly onSave: (question: QuestionView, tags: readonly string[], branded: boolean | null) => void;
};

function QuestionRow({ question, onSave }: QuestionRowProps) {
  const written = question.tags.join(', ');
  const [draft, setDraft] = useState<string | null>(null);
  const said = question.brandedByRule ? null : question.branded;
  const byRule = question.branded === null ? 'no brand listed' : question.branded ? 'branded' : 'not branded';
  const save = (): void => {
    if (draft !== null && draft !== written)
      onSave(
        question,
        draft
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== ''),
        said,
      );
    setDraft(null);
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_14rem_11rem] max-md:grid-cols-2 max-md:[&>:first-child]:col-span-2 items-center gap-2 border-line border-b py-1">
      <span dir="auto" className="truncate" title={question.text}>
        {question.text}
      </span>
      <select
        aria-label={`Whether “${question.text}” is branded`}
        value={said === null ? 'rule' : said ? 'yes' : 'no'}
        onChange={(event) =>
          onSave(question, question.tags, event.target.value === 'rule' ? null : event.target.value === 'yes')
        }
        className={inputLook}
      >
        <option value="rule">{question.brandedByRule ? `By rule: ${byRule}` : 'By rule'}</option>
        <option value="yes">Branded</option>
        <option value="no">Not branded</option>
      </select>
      <input
        aria-label={`Tags of “${question.text}”`}
        placeholder="Tags"
        value={draft ?? written}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
        className={inputLook}
      />
    </li>
  );
}
