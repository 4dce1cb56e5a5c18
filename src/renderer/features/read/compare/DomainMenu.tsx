import { Ellipsis } from 'lucide-react';
import type { SourceRow } from '#shared/analysis/comparison.ts';
import type { BrandDecision } from '#shared/analysis/model.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuChoices, MenuHeading } from '../../../ui/Menu.tsx';

type DomainMenuProps = {
  readonly row: Pick<SourceRow, 'domain' | 'owner'>;
  readonly onDecide: (decision: BrandDecision) => void;
};

/** Says whose a domain is. */
export function DomainMenu({ row: { domain, owner }, onDecide }: DomainMenuProps) {
  const choose = (value: string): void => {
    const as = value === 'own' || value === 'competitor' ? value : null;
    onDecide({ kind: 'domain', domain, as });
  };
  return (
    <Menu
      label={`Whose ${domain} is`}
      trigger={
        <Button look="quiet" size="icon-small" aria-label={`Whose ${domain} is`}>
          <Ellipsis size={14} aria-hidden="true" />
        </Button>
      }
    >
      <MenuHeading>{domain}</MenuHeading>
      <MenuChoices
        value={owner ?? 'none'}
        onChange={choose}
        choices={[
          { value: 'own', label: 'Ours' },
          { value: 'competitor', label: 'A competitor’s' },
          { value: 'none', label: 'Neither' },
        ]}
      />
    </Menu>
  );
}
