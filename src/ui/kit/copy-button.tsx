import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { kitText } from '#ui/messages/kit.ts';
import controls from './controls.module.css';

interface CopyButtonProps {
  /** What is copied. */
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
  return (
    <button
      type="button"
      className={`${controls['button']} ${controls['quiet']} ${controls['small']} ${isNamed ? '' : controls['icon']}`}
      aria-label={isNamed ? undefined : shown}
      title={isNamed ? undefined : shown}
      onClick={() => copy().catch(reportError)}
    >
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isNamed && shown}
    </button>
  );
}
