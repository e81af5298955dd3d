// Prints the token record of a service account.
const { AUTH_URL, CLIENT_ID, CLIENT_SECRET } = process.env;

const answer = await fetch(`${AUTH_URL}/idp/oauth2/access_token?realm=/api`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The server refuses: ${await answer.text()}`);
console.log(JSON.stringify(await answer.json()));
