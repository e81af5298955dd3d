import type { ComponentChildren } from 'preact';

/** A named value in a list of facts (`dl`). */
export function Fact({
  name,
  look,
  children,
}: {
  readonly name: string;
  /** The classes of the value, such as `number`. */
  readonly look?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt class="soft">{name}</dt>
      <dd class={look}>{children}</dd>
    </div>
  );
}
