import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.js';

/** The attributes that connect an input with its label, its help and its error. */
export interface InputNames {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** An input with a label above it. The help and the error of the input are below it. */
export function Field({
  label,
  name,
  help,
  problem,
  isNeeded = false,
  neededMark = '',
  children,
}: {
  readonly label: string;
  /** The name that the field has on the platform. */
  readonly name?: string | undefined;
  readonly help?: ComponentChildren;
  readonly problem?: ComponentChildren;
  readonly isNeeded?: boolean;
  readonly neededMark?: string;
  readonly children: (names: InputNames) => ComponentChildren;
}) {
  const id = useId();
  const hasHelp = help !== undefined && help !== '';
  const described = [hasHelp ? `${id}-help` : '', problem === undefined ? '' : `${id}-problem`].filter(
    (part) => part !== '',
  );
  return (
    <div class={problem === undefined ? 'field' : 'field has-problem'}>
      <div class="field-head">
        <label for={id}>{label}</label>
        {isNeeded && <span class="needed">{neededMark}</span>}
        {name !== undefined && <code class="field-name">{name}</code>}
      </div>
      {children({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`}>
          <Icon name="bad" size={15} /> <span>{problem}</span>
        </p>
      )}
      {hasHelp && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
