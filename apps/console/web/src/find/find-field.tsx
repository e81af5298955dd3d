import { ownLimits } from '@trading-platform/domain-types';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../parts/icon.js';
import { callErrorOf } from '../server/call-error.js';
import { useTexts } from '../texts/use-texts.js';
import type { FoundGroup } from './find-options.js';
import { useFind } from './use-find.js';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The field at the top of every page, with which the user finds a slip, an order, a batch, a product or a partner. */
export function FindField() {
  const { t } = useTexts();
  const [path, go] = useLocation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [wantsFirst, setWantsFirst] = useState(false);
  const { groups, error, isComplete, isSettled } = useFind(typed);
  const options = groups.flatMap((group) => group.options);
  const hasOptions = isOpen && options.length > 0;
  useSlash(() => field.current?.focus());
  const end = () => {
    setTyped('');
    setOpen(false);
    setWantsFirst(false);
    field.current?.blur();
  };
  const visit = (target: string) => {
    end();
    go(target);
  };
  // This effect runs before the next page is drawn, so that nothing the user types there is lost.
  useLayoutEffect(end, [path]);
  useEffect(() => setActive(-1), [groups]);
  useEffect(() => {
    if (!wantsFirst || !isSettled) return;
    setWantsFirst(false);
    const [first] = options;
    if (first !== undefined) visit(first.path);
  }, [wantsFirst, isSettled]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      if (typed === '') return end();
      event.preventDefault();
      setTyped('');
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = options[active];
      if (chosen !== undefined) visit(chosen.path);
      else setWantsFirst(typed.trim() !== '');
      return;
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setOpen(true);
    if (options.length > 0)
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
  };
  const noteOf = (): string => {
    if (typed.trim() === '') return t.find.hint;
    if (error !== null && isSettled) return t.problems[callErrorOf(error).code][0];
    if (!isSettled) return options.length === 0 ? t.find.finding : '';
    if (options.length === 0) return t.find.nothing(typed.trim());
    return isComplete ? t.find.keys : t.find.incomplete;
  };
  const note = noteOf();
  return (
    <div
      class="find-anything"
      role="search"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <Icon name="search" size={16} />
      <input
        ref={field}
        class="input"
        type="search"
        role="combobox"
        aria-label={t.find.label}
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? `${id}-list` : undefined}
        aria-activedescendant={hasOptions && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        placeholder={t.find.label}
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="search"
        maxLength={ownLimits.findTextLength}
        value={typed}
        onFocus={() => setOpen(true)}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setWantsFirst(false);
        }}
        onKeyDown={press}
      />
      <kbd aria-hidden="true">/</kbd>
      {isOpen && (
        <div class="find-results">
          {hasOptions && <FoundList id={id} groups={groups} active={active} onPoint={setActive} onVisit={end} />}
          <p class={note === t.find.keys ? 'find-note keys small soft' : 'find-note small soft'} role="status">
            {note}
          </p>
        </div>
      )}
    </div>
  );
}

interface FoundListProps {
  readonly id: string;
  readonly groups: readonly FoundGroup[];
  readonly active: number;
  readonly onPoint: (place: number) => void;
  readonly onVisit: () => void;
}

function FoundList({ id, groups, active, onPoint, onVisit }: FoundListProps) {
  const { t } = useTexts();
  let place = -1;
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t.find.results}>
      {groups.map(({ kind, icon, options }) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} class="find-group">
          <p class="find-kind small" id={`${id}-${kind}`}>
            {t.find.kinds[kind]}
          </p>
          {options.map(({ path, title, details }) => {
            place += 1;
            const own = place;
            return (
              <Link
                key={path + title}
                id={`${id}-${own}`}
                href={path}
                role="option"
                tabIndex={-1}
                aria-selected={own === active}
                class="find-option"
                onMouseMove={() => onPoint(own)}
                onClick={onVisit}
              >
                <Icon name={icon} size={16} />
                <span class="find-words">
                  <span class="find-title">{title}</span>
                  <span class="small soft">{details.join(' · ')}</span>
                </span>
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Calls a function when the user presses `/` outside of all fields. */
function useSlash(focus: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isTypingIn(event.target) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTypingIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, select, textarea') !== null)
  );
}
