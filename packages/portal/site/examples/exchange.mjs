// Prints a token record for the CODE of the callback.
const { AUTH_URL, CLIENT_ID, CLIENT_SECRET, CODE, CODE_VERIFIER, REDIRECT_URI } = process.env;

const answer = await fetch(`${AUTH_URL}/idp/oauth2/access_token?realm=/api`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    code: CODE,
    code_verifier: CODE_VERIFIER,
    redirect_uri: REDIRECT_URI,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The server refuses: ${await answer.text()}`);
console.log(JSON.stringify(await answer.json()));
