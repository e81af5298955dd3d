import { createHash } from 'node:crypto';

/**
 * The script of the pages that use a passkey, because browsers offer passkeys to scripts only. It shows the forms for
 * passkeys, and writes the answer of the browser into the form that is sent. Like the style sheet, it is part of the
 * page, and the content security policy contains its hash.
 */
export const passkeyScript = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const toBytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  const toText = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const withBytes = ({ challenge, user, ...options }) => ({
    ...options,
    challenge: toBytes(challenge),
    ...(user && { user: { ...user, id: toBytes(user.id) } }),
    ...Object.fromEntries(
      ['allowCredentials', 'excludeCredentials']
        .filter((name) => name in options)
        .map((name) => [name, options[name].map((each) => ({ ...each, id: toBytes(each.id) }))]),
    ),
  });
  const toJson = ({ id, rawId, type, response }) => {
    const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
    const known = names.filter((name) => response[name]).map((name) => [name, toText(response[name])]);
    const transports = response.getTransports?.() ?? [];
    return JSON.stringify({ id, rawId: toText(rawId), type, response: { ...Object.fromEntries(known), transports } });
  };
  const say = (what) => {
    for (const each of form.querySelectorAll('[data-when]')) each.hidden = each.dataset.when !== what;
  };
  const button = form.querySelector('button');
  form.hidden = false;
  document.querySelector('[data-without]')?.setAttribute('hidden', '');
  if (!window.PublicKeyCredential) {
    say('unsupported');
    button.disabled = true;
  } else if (!document.querySelector('[autofocus]')) {
    button.focus();
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!form.reportValidity()) return;
    say('');
    button.disabled = true;
    try {
      const publicKey = withBytes(JSON.parse(form.dataset.passkey));
      const credential = await navigator.credentials[publicKey.rp ? 'create' : 'get']({ publicKey });
      form.elements.passkey.value = toJson(credential);
      form.submit();
    } catch (error) {
      say(error.name === 'InvalidStateError' ? 'known' : 'failed');
      button.disabled = false;
      button.focus();
    }
  });
}
`;

export const passkeyScriptHash = createHash('sha256').update(passkeyScript).digest('base64');
