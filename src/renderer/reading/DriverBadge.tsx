import { Badge } from '../ui/Chip.tsx';

/** The provider of the answer, shown prominently for the sandbox: its answers must not be mistaken for real ones. */
export function DriverBadge({ driver }: { readonly driver: string | null }) {
  if (driver === null) return null;
  return (
    <Badge
      tone={driver === 'sandbox' ? 'warn' : 'neutral'}
      title={driver === 'sandbox' ? 'Sandbox answer: generated, no engine was used' : `Provider: ${driver}`}
    >
      {driver}
    </Badge>
  );
}
