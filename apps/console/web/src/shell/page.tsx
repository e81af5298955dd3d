import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/**
 * Whether the user has already seen a page. After the first page, each new page gets the keyboard focus, so that screen
 * readers announce it.
 */
let wasShown = false;

/** The frame of every page, with its heading, its purpose and its actions. */
export function Page({
  title,
  lead,
  actions,
  above,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The link back, if the page belongs to another page. */
  readonly above?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) heading.current?.focus();
    wasShown = true;
  }, []);
  useEffect(() => {
    document.title = `${title} – ${t.name}`;
  }, [title, t]);
  return (
    <>
      <header class="page-head">
        <div>
          {above}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p class="soft page-lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page, on its own background. */
export function Card({
  title,
  actions,
  children,
  isFlush = false,
}: {
  readonly title?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether the content extends to the edges. */
  readonly isFlush?: boolean;
}) {
  return (
    <section class={isFlush ? 'card flush' : 'card'}>
      {title !== undefined && (
        <div class="card-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
