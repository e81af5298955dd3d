import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

type Kind = 'info' | 'good' | 'warn' | 'bad';

const icons: Readonly<Record<Kind, IconName>> = { info: 'info', good: 'done', warn: 'bad', bad: 'bad' };

/** A message to the user. Screen readers announce bad news immediately. */
export function Notice({
  kind = 'info',
  title,
  children,
  action,
}: {
  readonly kind?: Kind;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div class="notice-text">
        <div class="notice-title">{title}</div>
        {children}
      </div>
      {action !== undefined && <div class="notice-action">{action}</div>}
    </div>
  );
}
