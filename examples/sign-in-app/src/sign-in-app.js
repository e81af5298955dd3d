import { PlatformStrategy } from '@trading-platform/auth-core/passport';
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { renderHome } from './home-page.js';

/**
 * An application whose users sign in through the platform, so that it stores no passwords.
 *
 * @param {object} options
 * @param {string} options.issuer address of the authentication server
 * @param {string} options.clientId
 * @param {string} options.clientSecret
 * @param {string} options.url address of this application; its callback is registered as `<url>/callback`
 * @param {string} options.sessionSecret signs the application's own session cookie
 */
export function createSignInApp({ issuer, clientId, clientSecret, url, sessionSecret }) {
  const signIn = new passport.Passport();
  signIn.use(
    new PlatformStrategy(
      { issuer, clientId, clientSecret, callbackUrl: `${url}/callback` },
      // A real application finds its own user by profile.id here, and stores the tokens out of reach of browsers.
      (_tokens, profile, done) => done(null, profile),
    ),
  );
  signIn.serializeUser((user, done) => done(null, user));
  signIn.deserializeUser((user, done) => done(null, /** @type {Express.User} */ (user)));

  const app = express();
  const cookie = { httpOnly: true, sameSite: /** @type {const} */ ('lax'), secure: url.startsWith('https:') };
  app.use(session({ secret: sessionSecret, resave: false, saveUninitialized: false, cookie }));
  app.use(signIn.session());

  app.get('/', (request, response) => {
    const user = /** @type {import('@trading-platform/auth-core/passport').PlatformProfile | undefined} */ (
      request.user
    );
    response.send(renderHome(user, 'refused' in request.query));
  });
  app.get('/sign-in', signIn.authenticate('platform'));
  app.get('/callback', signIn.authenticate('platform', { successRedirect: '/', failureRedirect: '/?refused' }));
  app.post('/sign-out', (request, response, next) => {
    request.logout((error) => (error ? next(error) : response.redirect(303, '/')));
  });
  return app;
}
