import { createHash } from 'node:crypto';

/**
 * The script of the pages on which a person types a password. It offers buttons that show the typed text; without
 * scripts, there are no such buttons. Before the form is sent, the script turns the fields into password fields again,
 * so that no browser keeps their text as form data. Like the style sheet, it is part of the page, and the content
 * security policy contains its hash.
 */
export const passwordScript = `
for (const button of document.querySelectorAll('button.reveal')) {
  const input = button.previousElementSibling;
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.hidden = false;
  button.addEventListener('click', () => show(input.type === 'password'));
  input.form.addEventListener('submit', () => show(false));
}
`;

export const passwordScriptHash = createHash('sha256').update(passwordScript).digest('base64');
