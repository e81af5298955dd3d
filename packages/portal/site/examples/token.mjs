// Prints a token record for the credentials of a user.
const { AUTH_URL, CLIENT_ID, CLIENT_SECRET, USER_ID, USER_PASSWORD } = process.env;

const answer = await fetch(`${AUTH_URL}/api/credentials/access_token`, {
  method: 'POST',
  body: new URLSearchParams({
    user_id: USER_ID,
    user_password: USER_PASSWORD,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The server refuses: ${await answer.text()}`);
console.log(JSON.stringify(await answer.json()));
