import { Ellipsis } from 'lucide-react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { SourceRow } from '#shared/model/comparison/comparison.ts';
import type { BrandDecision } from '#shared/model/comparison/samples.ts';
import { allSourceTypes } from '#shared/model/sourceTypes.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, MenuChoices, MenuHeading, MenuSeparator } from '../../ui/Menu.tsx';

type DomainMenuProps = {
  readonly row: Pick<SourceRow, 'domain' | 'owner'>;
  /** Newest first. */
  readonly made: BrandBookView['decisions'];
  readonly onDecide: (decision: BrandDecision) => void;
};

/** Sets the owner and the source type of a domain. */
export function DomainMenu({ row: { domain, owner }, made, onDecide }: DomainMenuProps) {
  const decided = made.find(({ decision }) => decision.kind === 'source' && decision.domain === domain);
  const type = decided?.decision.kind === 'source' ? decided.decision.as : null;
  const chooseType = (value: string): void =>
    onDecide({ kind: 'source', domain, as: allSourceTypes.find((known) => known === value) ?? null });
  const choose = (value: string): void => {
    const as = value === 'own' || value === 'competitor' ? value : null;
    onDecide({ kind: 'domain', domain, as });
  };
  return (
    <Menu
      label={`Correct ${domain}`}
      trigger={<IconButton Icon={Ellipsis} px={14} label={`Correct ${domain}`} />}
    >
      <MenuHeading>Owner of {domain}</MenuHeading>
      <MenuChoices
        value={owner ?? 'none'}
        onChange={choose}
        choices={[
          { value: 'own', label: 'You' },
          { value: 'competitor', label: 'Competitor' },
          { value: 'none', label: 'Other' },
        ]}
      />
      <MenuSeparator />
      <MenuHeading>Source type</MenuHeading>
      <MenuChoices
        value={type ?? 'rules'}
        onChange={chooseType}
        choices={[
          { value: 'rules', label: 'Automatic' },
          ...allSourceTypes.map((value) => ({ value, label: value })),
        ]}
      />
    </Menu>
  );
}
