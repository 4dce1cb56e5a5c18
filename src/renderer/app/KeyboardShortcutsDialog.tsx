import { Dialog } from '../ui/Dialog.tsx';
import { commandGroups, printKeys, useAllCommands } from '../window/commands.tsx';

/** Every shortcut of the current page. */
export function KeyboardShortcutsDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const commands = useAllCommands();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      reading
      description="Shortcuts of the current page. Single-letter shortcuts are off while you type."
    >
      <div className="gap-8 px-4 py-3 sm:columns-2">
        {commandGroups.map((group) => {
          const keyed = commands.filter((command) => command.group === group && command.keys?.length);
          return keyed.length === 0 ? null : (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 font-medium text-ink-3 text-table">{group}</h3>
              <dl className="flex flex-col gap-1">
                {keyed.map((command) => (
                  <div key={command.id} className="flex items-baseline justify-between gap-3">
                    <dt>{command.title}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {command.keys?.map((key) => (
                        <kbd
                          key={key}
                          className="rounded-sm border border-line-strong bg-sunken px-1 font-sans text-ink-2 text-mini"
                        >
                          {printKeys(key)}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
