import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { kitText } from '#ui/messages/kit.ts';
import { Button, IconButton } from './button.tsx';

interface CopyButtonProps {
  /** The text to copy. */
  text: string;
  label?: string;
  /** Whether the label is shown next to the icon. */
  isNamed?: boolean;
}

export function CopyButton({ text, label = kitText.copy, isNamed = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  }

  const shown = copied ? kitText.copied : label;
  const icon = copied ? Check : Copy;
  const press = () => copy().catch(reportError);
  if (!isNamed) return <IconButton icon={icon} label={shown} size="small" onClick={press} />;
  return (
    <Button kind="quiet" size="small" icon={icon} onClick={press}>
      {shown}
    </Button>
  );
}
