import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { Button } from './button.js';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly actions?: ComponentChildren;
  readonly isWide?: boolean;
}

/** A window above the page. The window keeps the keyboard focus inside and closes with Escape. */
export function Dialog({ title, children, onClose, actions, isWide = false }: DialogProps) {
  const { t } = useTexts();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" icon="close" label={t.close} onPress={onClose}>
          {''}
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <div class="dialog-actions">{actions}</div>}
    </dialog>
  );
}

/** Asks the user to confirm an action that cannot be undone. */
export function Confirm({
  title,
  children,
  verb,
  isBusy,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly verb: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.keep}</Button>
          <Button kind="danger" isBusy={isBusy} onPress={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
