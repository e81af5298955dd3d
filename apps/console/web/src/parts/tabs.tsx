import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** Shows one of several views. The arrow keys select the next view. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, title: string])[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number) => {
    const index = tabs.findIndex(([name]) => name === chosen);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next[0]);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next[0]}`)}`)?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} class="tab-list" role="tablist" aria-label={label}>
        {tabs.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') step(1);
              if (event.key === 'ArrowLeft') step(-1);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" class="tab-panel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
