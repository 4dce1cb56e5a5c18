import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** Shows only the icon; the label is its accessible name. */
  readonly iconOnly?: boolean;
};

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, iconOnly }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      look="quiet"
      size={iconOnly ? 'icon-small' : 'small'}
      aria-label={iconOnly ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon size={12} aria-hidden="true" />
      {iconOnly ? null : copied ? 'Copied' : label}
      {copied ? (
        <span role="status" className="sr-only">
          Copied
        </span>
      ) : null}
    </Button>
  );
}
