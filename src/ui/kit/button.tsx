import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Look {
  /**
   * `primary`: the main action of a view. `quiet`: text only. `danger`: cannot be undone. `plain`: no look but
   * that of its class.
   */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'plain';
  size?: 'normal' | 'small';
}

export interface ButtonProps extends Look, ComponentProps<'button'> {
  icon?: LucideIcon;
  /** Whether its action is running: it cannot be pressed again until that ends. */
  isPending?: boolean;
}

/** A button with a label; accepts all props of a platform button. */
export function Button(props: ButtonProps) {
  const { kind, size, icon: Icon, isPending, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      disabled={rest.disabled || isPending}
      className={buttonClass({ kind, size }, className)}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** What it does: read aloud, and shown while the pointer rests on it. */
  label: string;
  iconSize?: number;
}

/** A button that shows an icon alone. */
export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    label,
    iconSize,
    className,
    kind = 'quiet',
    size,
    isPending,
    ...rest
  } = props;
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-busy={isPending || undefined}
      disabled={rest.disabled || isPending}
      className={buttonClass({ kind, size }, styles['icon'], className)}
    >
      <Icon size={iconSize ?? (size === 'small' ? 16 : 18)} aria-hidden />
    </button>
  );
}

/** The classes of a button, for a link or a label that looks like one. */
export function buttonClass(
  { kind = 'secondary', size = 'normal' }: { [K in keyof Look]: Look[K] | undefined },
  ...more: (string | undefined)[]
): string {
  if (kind === 'plain') return more.filter(Boolean).join(' ');
  return [
    styles['button'],
    kind === 'secondary' ? undefined : styles[kind],
    size === 'small' ? styles['small'] : undefined,
    ...more,
  ]
    .filter(Boolean)
    .join(' ');
}
