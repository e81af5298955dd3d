import { randomBytes } from 'node:crypto';
import { createSignInApp } from './sign-in-app.js';

const { AUTH_URL = 'http://localhost:4000', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '8080' } = process.env;
const url = `http://localhost:${PORT}`;

const app = createSignInApp({
  issuer: AUTH_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  url,
  sessionSecret: randomBytes(32).toString('hex'),
});

app.listen(Number(PORT), 'localhost', () => process.stdout.write(`${url}\n`));
