import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { type AuthorizationPlace, failuresBeforeLock, password, userId } from '../src/browser/authorization-place.js';
import type { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';

/** Brings the visited page into a certain state. */
type Bring = (visitor: AuthorizationVisitor, place: AuthorizationPlace) => Promise<unknown>;

const refusedWith =
  (change: Record<string, string>): Bring =>
  (visitor, place) =>
    visitor.open(place.addressOf(place.asking, change));

async function confirming(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  await visitor.open(place.addressOf(place.keeping));
  await visitor.signIn(userId, password);
  await visitor.open(place.addressOf(place.keeping));
}

async function account(
  visitor: AuthorizationVisitor,
  place: AuthorizationPlace,
  { page = 'security', newId }: { readonly page?: 'security' | 'password' | 'access'; readonly newId?: string } = {},
): Promise<string> {
  const user = newId ?? (await place.newUser());
  await visitor.open(place.accountOf(place.keeping, page));
  await visitor.fill(user, password);
  await visitor.decide('sign-in');
  return user;
}

const changing: Bring = (visitor, place) => account(visitor, place, { page: 'password' });

async function typeNewPassword(visitor: AuthorizationVisitor, typed: string, decision: string): Promise<void> {
  for (const name of ['new_password', 'repeated_password']) await visitor.page.locator(`#${name}`).fill(typed);
  await visitor.decide(decision);
}

async function resetting(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<string> {
  const link = await place.resetLink(await place.newUser());
  await visitor.open(`${link}&lang=${visitor.language}`);
  return link;
}

/** A person who is signed in here and elsewhere, and who has allowed an application several times. */
async function access(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  const newId = await place.newUser();
  const { platform } = place.keeping;
  const tokens = await platform.createClient('発注システム 厨房 <ERP> & Sons of the long name');
  const elsewhere = await place.arrive({ scripts: false, width: 360 });
  for (const browser of [elsewhere, visitor]) {
    await browser.open(place.addressOf(place.keeping));
    await browser.signIn(newId, password);
    const body = new URLSearchParams({
      client_id: tokens.clientId,
      client_secret: tokens.clientSecret,
      user_id: newId,
      user_password: password,
    });
    await fetch(`${platform.authUrl}/api/credentials/access_token`, { method: 'POST', body });
  }
  await account(visitor, place, { page: 'access', newId });
}

async function enrolment(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<string> {
  const newId = await account(visitor, place);
  await visitor.decide('set-up');
  return newId;
}

async function recoveryCodes(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<string> {
  const newId = await enrolment(visitor, place);
  const secret = (await visitor.page.locator('.steps code').innerText()).replaceAll(' ', '');
  await visitor.typeCode(new TOTP({ secret }).generate(), 'enrol');
  return newId;
}

async function code(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  const newId = await recoveryCodes(visitor, place);
  await visitor.open(place.addressOf(place.keeping));
  await visitor.signIn(newId, password);
}

async function deviceCode(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  await visitor.open(`${place.deviceOf(place.keeping)}?user_code=${await place.newDevice()}`);
}

async function deviceSignIn(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  await deviceCode(visitor, place);
  await visitor.decide('code');
}

async function deviceConfirm(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  await deviceSignIn(visitor, place);
  await visitor.fill(userId, password);
  await visitor.decide('sign-in');
}

/** A page for a new passkey, in a browser that has an authenticator. */
async function newPasskey(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<string> {
  const newId = await account(visitor, place);
  await visitor.takeAuthenticator();
  await visitor.decide('set-up-passkey');
  return newId;
}

async function withPasskey(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<string> {
  const newId = await newPasskey(visitor, place);
  await visitor.createPasskey(passkeyNames[visitor.language]);
  await visitor.decide('continue');
  return newId;
}

async function askedForPasskey(visitor: AuthorizationVisitor, place: AuthorizationPlace): Promise<void> {
  const newId = await withPasskey(visitor, place);
  await visitor.open(place.addressOf(place.keeping));
  await visitor.signIn(newId, password);
}

const passkeyNames = { en: 'Laptop at the office', ja: '会社のノートPC' } as const;

export const states: Readonly<Record<string, Bring>> = {
  'sign-in': (visitor, place) => visitor.open(place.addressOf(place.asking)),
  'wrong-credentials': async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    await visitor.signIn(`wrong-${visitor.language}`, 'wrong');
  },
  'missing-user-id': async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    await visitor.signIn('', '');
  },
  'missing-password': async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    await visitor.signIn(userId, '');
  },
  locked: async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    for (let attempt = 0; attempt <= failuresBeforeLock; attempt += 1) {
      await visitor.signIn(`locked-${visitor.language}`, 'wrong');
    }
  },
  'form-expired': (visitor, place) => place.signInTooLate(visitor),
  'rights-changed': (visitor, place) => place.signInAfterWithdrawal(visitor),
  'no-cookie': async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    await visitor.context.clearCookies();
    await visitor.signIn(userId, password);
  },
  busy: (visitor, place) => place.signInWhileBusy(visitor),
  'foreign-form': async (visitor, place) => {
    await visitor.open(place.addressOf(place.asking));
    await visitor.page.evaluate(`document.querySelector('[name=csrf_token]').value = ''`);
    await visitor.signIn(userId, password);
  },
  confirm: confirming,
  'signed-out': async (visitor, place) => {
    await confirming(visitor, place);
    await visitor.press('signOut');
  },
  'account-sign-in': (visitor, place) => visitor.open(place.accountOf(place.keeping, 'access')),
  account: (visitor, place) => account(visitor, place),
  password: changing,
  'password-refused': async (visitor, place) => {
    await changing(visitor, place);
    await typeNewPassword(visitor, 'short', 'change');
  },
  'password-changed': async (visitor, place) => {
    await changing(visitor, place);
    await typeNewPassword(visitor, 'four unrelated words', 'change');
  },
  reset: resetting,
  'reset-done': async (visitor, place) => {
    await resetting(visitor, place);
    await typeNewPassword(visitor, 'four unrelated words', 'set');
  },
  'dead-link': async (visitor, place) => {
    const link = await resetting(visitor, place);
    await typeNewPassword(visitor, 'four unrelated words', 'set');
    await visitor.open(`${link}&lang=${visitor.language}`);
  },
  access,
  'access-ended': async (visitor, place) => {
    await access(visitor, place);
    await visitor.decide('end-others');
  },
  enrolment,
  'recovery-codes': recoveryCodes,
  'account-with-app': async (visitor, place) => {
    await recoveryCodes(visitor, place);
    await visitor.decide('continue');
  },
  code,
  'wrong-code': async (visitor, place) => {
    await code(visitor, place);
    await visitor.typeCode('wrong', 'verify');
  },
  device: (visitor, place) => visitor.open(place.deviceOf(place.keeping)),
  'device-code': deviceCode,
  'device-wrong-code': async (visitor, place) => {
    await visitor.open(`${place.deviceOf(place.keeping)}?user_code=BBBB-BBBB`);
    await visitor.decide('code');
  },
  'device-sign-in': deviceSignIn,
  'device-confirm': deviceConfirm,
  'device-allowed': async (visitor, place) => {
    await deviceConfirm(visitor, place);
    await visitor.decide('allow');
  },
  'device-refused': async (visitor, place) => {
    await deviceConfirm(visitor, place);
    await visitor.decide('cancel');
  },
  'new-passkey': newPasskey,
  'passkey-not-used': async (visitor, place) => {
    await withPasskey(visitor, place);
    await visitor.decide('set-up-passkey');
    await visitor.page.locator('#passkey_name').fill(passkeyNames[visitor.language]);
    await visitor.page.locator('form[data-passkey] button').click();
    await visitor.page.locator('[data-when=known]').waitFor();
  },
  'account-with-passkeys': async (visitor, place) => {
    const newId = await withPasskey(visitor, place);
    await visitor.open(place.accountOf(place.keeping, 'security'));
    await visitor.fill(newId, password);
    await visitor.decide('sign-in');
    await visitor.usePasskey();
  },
  passkey: askedForPasskey,
  'wrong-passkey': async (visitor, place) => {
    await askedForPasskey(visitor, place);
    await visitor.page.evaluate(`document.querySelector('[name=passkey]').form.submit = function () {
      this.elements.passkey.value = this.elements.passkey.value.replace(/"signature":"../, '"signature":"AA');
      HTMLFormElement.prototype.submit.call(this);
    }`);
    await visitor.usePasskey();
  },
  removal: async (visitor, place) => {
    await withPasskey(visitor, place);
    await visitor.page.locator('button[name=remove]').click();
    await visitor.page.locator('[name=part]').first().waitFor({ state: 'attached' });
  },
  'unknown-client': refusedWith({ client_id: 'nobody' }),
  'redirect-uri-mismatch': refusedWith({ redirect_uri: 'https://evil.example/callback' }),
  'realm-invalid': refusedWith({ realm: '/other' }),
};

/** axe-core examines each language in only one appearance. Together the languages cover light and dark colours. */
const looksOf = {
  en: [
    { width: 320, dark: false, isExamined: true },
    { width: 1280, dark: true, isExamined: false },
  ],
  ja: [
    { width: 320, dark: true, isExamined: false },
    { width: 1280, dark: true, isExamined: true },
  ],
} as const;

/** Some forms. The long test shows all states, each in both languages. */
const shownInShort = [
  { title: 'sign-in', language: 'en' },
  { title: 'confirm', language: 'ja' },
  { title: 'account-with-passkeys', language: 'en' },
] as const;

/** @param isWhole whether all states are shown, in both languages */
export function describeAuthorizationStates(place: () => AuthorizationPlace, isWhole: boolean): void {
  const all = Object.keys(states).flatMap((title) => (['en', 'ja'] as const).map((language) => ({ title, language })));

  describe('states of the authorization page', () => {
    it.each(isWhole ? all : shownInShort)(
      '$title in $language: fits a narrow and a wide window, and axe-core finds nothing',
      async ({ title, language }) => {
        const visitor = await place().arrive({ language });
        await states[title]?.(visitor, place());
        expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
        for (const { width, dark, isExamined } of looksOf[language]) {
          await visitor.look(width, dark);
          await photograph(visitor, [title, language, width, dark ? 'dark' : 'light'].join('-'));
          expect(await visitor.cutContents(isExamined ? [width, 320, 768] : [])).toEqual([]);
          expect(isExamined ? await visitor.accessibilityProblems() : []).toEqual([]);
        }
      },
    );
  });
}

/** If `TEST_SCREENSHOTS` names a folder, a picture of every state is saved there. */
async function photograph(visitor: AuthorizationVisitor, title: string): Promise<void> {
  const folder = process.env['TEST_SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await visitor.page.screenshot({ path: join(folder, `${title}.png`), fullPage: true });
}
