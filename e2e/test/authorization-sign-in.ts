import { describe, expect, it } from '@jest/globals';
import { type AuthorizationPlace, password, state, userId } from '../src/browser/authorization-place.js';
import type { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';
import { CallingApplication } from '../src/browser/calling-application.js';
import type { Language, VisitorOptions } from '../src/browser/page-visitor.js';

interface SignInTest {
  readonly scripts: boolean;
  /** Whether every outcome and every way back to the application is tried. */
  readonly isWhole: boolean;
}

/** Signs in on the authorization page, in browsers with or without scripts (Spec 4.1). */
export function describeSignIn(place: () => AuthorizationPlace, { scripts, isWhole }: SignInTest): void {
  async function opened(options: VisitorOptions): Promise<AuthorizationVisitor> {
    const visitor = await place().arrive(options);
    await visitor.open(place().addressOf(place().asking));
    return visitor;
  }

  function cameBack(): Record<string, string> {
    return Object.fromEntries(place().application.visits.at(-1)?.searchParams ?? []);
  }

  const success = () => ({
    code: expect.stringMatching(/^[\w-]{43}$/),
    state,
    iss: place().asking.platform.authUrl,
  });

  describe(`authorization page ${scripts ? 'with' : 'without'} scripts (Spec 4.1)`, () => {
    it('brings code, state and issuer to the application', async () => {
      const visitor = await opened({ scripts });
      const response = await visitor.signIn(userId, password);
      expect(response.status()).toBe(303);
      expect(cameBack()).toEqual(success());
      expect(visitor.page.url()).toBe(String(place().application.visits[0]));
    });

    if (isWhole) {
      it('works when the application redirects the browser to a further origin', async () => {
        const further = await CallingApplication.start();
        place().application.sendOnTo = `${further.url.replace('127.0.0.1', 'localhost')}/callback?welcome`;
        const visitor = await opened({ scripts });
        await visitor.signIn(userId, password);
        await visitor.page.waitForURL((url) => url.hostname === 'localhost');
        expect(further.visits).toHaveLength(1);
        await further.stop();
      });

      it('lets the application redirect the browser to an app of the device', async () => {
        place().application.sendOnTo = 'com.example.kitchen:/signed-in';
        const visitor = await opened({ scripts });
        await visitor.fill(userId, password);
        const back = visitor.page.waitForEvent('requestfinished', (request) => request.url().includes('/callback?'));
        await visitor.page.getByRole('button', { name: visitor.labels.signIn }).click();
        await back;
        expect(cameBack()).toEqual(success());
      });
    }

    it('appears again after a wrong password, with the user ID and without the password', async () => {
      const visitor = await opened({ scripts });
      const response = await visitor.signIn(userId, 'wrong');
      expect(response.status()).toBe(400);
      expect(await visitor.problem).toContain('The user ID or the password is not right.');
      expect([await visitor.userId, await visitor.password]).toEqual([userId, '']);
      expect(await visitor.focused()).toBe('user_password');
      await visitor.signIn(userId, password);
      expect(cameBack()).toEqual(success());
    });

    if (isWhole) {
      it.each([
        ['user ID', '', password, 'Enter your user ID.', 'user_id'],
        ['password', userId, '', 'Enter your password.', 'user_password'],
        ['user ID and password', '', '', 'Enter your user ID.', 'user_id'],
      ])('asks for a missing %s', async (_what, typedUserId, typedPassword, message, focused) => {
        const visitor = await opened({ scripts });
        const response = await visitor.signIn(typedUserId, typedPassword);
        expect(response.status()).toBe(400);
        expect(await visitor.problem).toContain(message);
        expect([await visitor.userId, await visitor.password]).toEqual([typedUserId, '']);
        expect(await visitor.focused()).toBe(focused);
      });

      it('returns access_denied when the user cancels', async () => {
        const visitor = await opened({ scripts });
        const response = await visitor.press('cancel');
        expect(response.status()).toBe(303);
        expect(cameBack()).toEqual({
          error: 'access_denied',
          error_description: expect.any(String),
          state,
          iss: place().asking.platform.authUrl,
        });
      });
    }

    it('changes the language and keeps every parameter', async () => {
      const { from, width } = scripts ? ({ from: 'ja', width: 1280 } as const) : ({ from: 'en', width: 360 } as const);
      const visitor = await opened({ scripts, language: from, width });
      const to: Language = from === 'en' ? 'ja' : 'en';
      await visitor.signIn(userId, '');
      await visitor.page.getByRole('link', { name: visitor.labels.other }).click();
      await visitor.page.waitForURL((url) => url.searchParams.get('lang') === to);
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(to);
      const { searchParams } = new URL(visitor.page.url());
      expect(Object.fromEntries(searchParams)).toEqual({ ...place().parametersOf(place().asking), lang: to });
      const inOther = Object.assign(Object.create(visitor) as AuthorizationVisitor, { language: to });
      await inOther.signIn(userId, 'wrong');
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(to);
      await inOther.signIn(userId, password);
      expect(cameBack()).toEqual(success());
    });
  });
}
