/**
 * @param {import('@trading-platform/auth-core/passport').PlatformProfile | undefined} user
 * @param {boolean} refused whether the last sign-in was cancelled or failed
 */
export function renderHome(user, refused) {
  const content =
    user === undefined
      ? `${refused ? '<p role="alert">You were not signed in.</p>' : ''}<p><a href="/sign-in">Sign in with Trading Platform</a></p>`
      : `<p>Signed in as <strong>${escape(user.username)}</strong> of member <strong>${escape(user.memberCode)}</strong>.</p>
<form method="post" action="/sign-out"><button>Sign out</button></form>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kitchen</title><main><h1>Kitchen</h1>${content}</main></html>`;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
