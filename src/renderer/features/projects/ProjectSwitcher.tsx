import { ChevronDown, Settings2 } from 'lucide-react';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Menu, MenuChoices, MenuHeading, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';

type ProjectSwitcherProps = {
  readonly onManage: () => void;
  readonly onFailure: (message: string) => void;
};

/** The current project. A click selects another one. */
export function ProjectSwitcher({ onManage, onFailure }: ProjectSwitcherProps) {
  const found = useRoute('projects.list', {});
  const use = useAction('projects.use');
  const projects = found.data?.projects ?? [];
  const current = projects.find((each) => each.id === found.data?.currentId);
  if (current === undefined) return null;
  return (
    <Menu
      label="Project"
      trigger={
        <Button look="quiet" aria-label={`Project: ${current.name}`}>
          <span dir="auto" className="max-w-24 truncate min-[900px]:max-w-44">
            {current.name}
          </span>
          <ChevronDown size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
        </Button>
      }
    >
      <MenuHeading>Projects</MenuHeading>
      <MenuChoices
        value={current.id}
        onChange={(project) => use.mutate({ project }, { onError: (failure) => onFailure(failure.message) })}
        choices={projects.map((each) => ({
          value: each.id,
          label: <span dir="auto">{each.name}</span>,
          detail: formatQuantity(each.runs, 'run'),
        }))}
      />
      <MenuSeparator />
      <MenuItem icon={<Settings2 size={13} />} onSelect={onManage}>
        Manage projects…
      </MenuItem>
    </Menu>
  );
}
