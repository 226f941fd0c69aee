import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClass } from '#ui/kit/button.tsx';

/** From the page of one item to the list it is in. `label`: the name of that list. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className={buttonClass({ kind: 'quiet', size: 'small' })}
      aria-label={label}
      title={label}
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  );
}
