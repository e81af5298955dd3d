import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { Icon, type IconName } from './icon.js';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onPress?: () => void;
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** The accessible name of the button, if its visible words are not enough. */
  readonly label?: string;
  readonly isSmall?: boolean;
  readonly isPressed?: boolean;
  /** Whether the part is shown, if the button shows and hides a part of the page. */
  readonly isExpanded?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    children,
    onPress,
    kind = 'plain',
    icon,
    type = 'button',
    isBusy,
    isDisabled,
    label,
    isSmall,
    isPressed,
    isExpanded,
  } = props;
  return (
    <button
      type={type}
      class={`button ${kind}${isSmall === true ? ' small-button' : ''}`}
      disabled={isDisabled}
      aria-busy={isBusy}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={() => {
        if (isBusy !== true) onPress?.();
      }}
    >
      {icon !== undefined && <Icon name={icon} size={isSmall === true ? 15 : 17} />}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  children,
  icon,
  kind = 'plain',
  download,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly icon?: IconName;
  readonly kind?: 'main' | 'plain' | 'quiet';
  readonly download?: boolean;
}) {
  const inside = (
    <>
      {icon !== undefined && <Icon name={icon} size={17} />}
      <span>{children}</span>
    </>
  );
  // A download is not a page of the console, so it needs an ordinary link.
  return download === true ? (
    <a class={`button ${kind}`} href={href} download>
      {inside}
    </a>
  ) : (
    <Link class={`button ${kind}`} href={href}>
      {inside}
    </Link>
  );
}
