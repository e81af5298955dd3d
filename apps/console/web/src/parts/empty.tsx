import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

/** Shown while a list is empty. Explains what the list will contain, and how entries get there. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <span class="empty-mark">
        <Icon name={icon} size={26} />
      </span>
      <p class="empty-title">{title}</p>
      {children !== undefined && <p class="soft">{children}</p>}
      {action !== undefined && <div class="empty-action">{action}</div>}
    </div>
  );
}
