import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Passkey } from '../../factor/passkey.js';
import type { Enrolment } from '../../factor/second-factor.js';
import { type AuthStores, anEvent, aUser, bytesOf, eventsOf, type MakeStores, start } from './auth-stores.js';

const subject = 'subject-1';
const set = anEvent({ event: 'user.second-factor-set' });
const used = anEvent({ event: 'user.second-factor-used' });
const codes = (name: string) => Array.from({ length: 10 }, (_, index) => bytesOf(`${name}-${index}`));

function anEnrolment(enrolment: Partial<Enrolment> = {}): Enrolment {
  return {
    subject,
    authenticator: { subject, sealedSecret: bytesOf('sealed'), lastStep: 7, createdAt: start },
    userGeneration: 1,
    formerAt: undefined,
    at: start,
    recoveryCodeHashes: codes('first'),
    ...enrolment,
  };
}

const challenge = (name: string) => ({ challengeHash: bytesOf(name), expiresAt: start + 600_000 });

function aPasskey(passkey: Partial<Passkey> = {}): Passkey {
  return {
    credentialId: 'credential-1',
    subject,
    name: 'Laptop',
    publicKey: bytesOf('key'),
    counter: 5,
    transports: ['internal', 'hybrid'],
    createdAt: start,
    lastUsedAt: undefined,
    ...passkey,
  };
}

function aPasskeyEnrolment(passkey: Partial<Passkey> = {}, enrolment: Partial<Enrolment> = {}): Enrolment {
  const { subject: of, credentialId } = aPasskey(passkey);
  return {
    subject: of,
    passkey: aPasskey(passkey),
    challenge: challenge(`new ${credentialId}`),
    userGeneration: 1,
    formerAt: undefined,
    at: start,
    recoveryCodeHashes: codes(`of ${of}`),
    ...enrolment,
  };
}

/** Tests for the contract of `SecondFactorStore`. */
export function describeSecondFactorStore(make: MakeStores): void {
  describe('SecondFactorStore', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
      await stores.users.add(aUser(), anEvent({ event: 'user.created' }));
      await stores.users.add(aUser({ userId: 'taro', subject: 'subject-2' }), anEvent({ event: 'user.created' }));
    });

    const factorAt = async () => (await stores.users.find('hanako'))?.secondFactorAt;

    it('stores a factor with its recovery codes and its event', async () => {
      expect(await stores.factors.enrol(anEnrolment(), set)).toBe(true);
      expect(await stores.factors.findAuthenticator(subject)).toMatchObject({ lastStep: 7, createdAt: start });
      expect([await factorAt(), await stores.factors.countRecoveryCodes(subject)]).toEqual([start, 10]);
      expect((await stores.users.find('taro'))?.secondFactorAt).toBeUndefined();
      expect((await eventsOf(stores)).at(-1)).toBe('user.second-factor-set');
    });

    it.each([
      ['of another generation', { userGeneration: 2 }],
      ['that replaces a factor which does not exist', { formerAt: start - 1 }],
    ])('refuses an enrolment %s, and stores no part of it', async (_what, change) => {
      expect(await stores.factors.enrol(anEnrolment(change), set)).toBe(false);
      expect([await factorAt(), await stores.factors.findAuthenticator(subject)]).toEqual([undefined, undefined]);
      expect([await stores.factors.countRecoveryCodes(subject), await eventsOf(stores)]).toEqual([
        0,
        ['user.created', 'user.created'],
      ]);
    });

    it('refuses an enrolment of a disabled user', async () => {
      await stores.users.setDisabled('hanako', true, anEvent());
      expect(await stores.factors.enrol(anEnrolment({ userGeneration: 2 }), set)).toBe(false);
    });

    it('replaces a factor only if the enrolment names the present factor', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      const next = { at: start + 1, recoveryCodeHashes: codes('second') };
      expect(await stores.factors.enrol(anEnrolment(next), set)).toBe(false);
      expect(await stores.factors.enrol(anEnrolment({ ...next, formerAt: start }), set)).toBe(true);
      expect([await factorAt(), await stores.factors.countRecoveryCodes(subject)]).toEqual([start + 1, 10]);
      expect(await stores.factors.useRecoveryCode(subject, bytesOf('first-0'), used)).toBe(false);
    });

    it('uses each time step once, and never an earlier one', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      const use = (step: number, of = subject) => stores.factors.useStep(of, step, used);
      expect([await use(7), await use(8), await use(8), await use(6), await use(9, 'subject-2')]).toEqual([
        false,
        true,
        false,
        false,
        false,
      ]);
      expect((await eventsOf(stores)).filter((event) => event === 'user.second-factor-used')).toHaveLength(1);
    });

    it('uses each recovery code once, for its user only', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      const use = (of: string) => stores.factors.useRecoveryCode(of, bytesOf('first-3'), used);
      const has = (of: string) => stores.factors.hasRecoveryCode(of, bytesOf('first-3'));
      expect([await has('subject-2'), await has(subject)]).toEqual([false, true]);
      expect([await use('subject-2'), await use(subject), await use(subject)]).toEqual([false, true, false]);
      expect(await has(subject)).toBe(false);
      expect(await stores.factors.countRecoveryCodes(subject)).toBe(9);
    });

    it('replaces only the recovery codes of the present factor', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      const replace = (at: number) => stores.factors.replaceRecoveryCodes(subject, at, codes('other'), anEvent());
      expect([await replace(start + 1), await replace(start)]).toEqual([false, true]);
      expect(await stores.factors.useRecoveryCode(subject, bytesOf('first-0'), used)).toBe(false);
      expect(await stores.factors.useRecoveryCode(subject, bytesOf('other-0'), used)).toBe(true);
    });

    it('is removed completely by the operator', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      await stores.factors.enrol(aPasskeyEnrolment({}, { formerAt: start, at: start + 1 }), set);
      expect(await stores.factors.remove(subject, anEvent())).toBe(true);
      expect([await factorAt(), await stores.factors.findAuthenticator(subject)]).toEqual([undefined, undefined]);
      expect(await stores.factors.listPasskeys(subject)).toEqual([]);
      expect(await stores.factors.countRecoveryCodes(subject)).toBe(0);
      expect(await stores.factors.remove(subject, anEvent())).toBe(false);
    });

    describe('passkeys', () => {
      const use = (change: object) =>
        stores.factors.usePasskey(
          {
            credentialId: 'credential-1',
            subject,
            counter: 6,
            at: start + 9,
            challenge: challenge('asked'),
            ...change,
          },
          used,
        );

      it('adds a passkey to the others, and keeps the recovery codes unless the enrolment has new ones', async () => {
        expect(await stores.factors.enrol(aPasskeyEnrolment(), set)).toBe(true);
        const { recoveryCodeHashes: _, ...another } = aPasskeyEnrolment(
          { credentialId: 'credential-0', createdAt: start + 1 },
          { formerAt: start, at: start + 1 },
        );
        expect(await stores.factors.enrol(another, set)).toBe(true);
        expect(await stores.factors.listPasskeys(subject)).toMatchObject([
          aPasskey({ publicKey: expect.anything() as never }),
          { credentialId: 'credential-0' },
        ]);
        expect(Buffer.from((await stores.factors.findPasskey('credential-1'))?.publicKey ?? [])).toEqual(
          Buffer.from('key'),
        );
        expect(await stores.factors.hasRecoveryCode(subject, bytesOf('of subject-1-0'))).toBe(true);
        expect([await factorAt(), await stores.factors.findPasskey('unknown')]).toEqual([start + 1, undefined]);
      });

      it.each([
        ['that somebody has', {}, {}],
        ['whose challenge was used', { credentialId: 'credential-2' }, { challenge: challenge('new credential-1') }],
        ['that does not name the present factor', { credentialId: 'credential-2', subject }, { at: start + 1 }],
      ])('refuses a passkey %s, and stores no part of it', async (_what, passkey, enrolment) => {
        await stores.factors.enrol(aPasskeyEnrolment(), set);
        const other = aPasskeyEnrolment({ subject: 'subject-2', ...passkey }, enrolment);
        expect(await stores.factors.enrol(other, set)).toBe(false);
        expect((await stores.users.find('taro'))?.secondFactorAt).toBeUndefined();
        expect(await stores.factors.listPasskeys('subject-2')).toEqual([]);
        expect([await factorAt(), (await stores.factors.listPasskeys(subject)).length]).toEqual([start, 1]);
        expect((await eventsOf(stores)).filter((event) => event === 'user.second-factor-set')).toHaveLength(1);
      });

      it('uses each challenge once, and stores the time of the use', async () => {
        await stores.factors.enrol(aPasskeyEnrolment(), set);
        const { challengeHash } = challenge('asked');
        expect(await stores.factors.isChallengeUsed(challengeHash)).toBe(false);
        expect([await use({}), await use({ counter: 7 })]).toEqual([true, false]);
        expect(await stores.factors.isChallengeUsed(challengeHash)).toBe(true);
        expect(await stores.factors.findPasskey('credential-1')).toMatchObject({ counter: 6, lastUsedAt: start + 9 });
        expect((await eventsOf(stores)).filter((event) => event === 'user.second-factor-used')).toHaveLength(1);
      });

      it.each([
        ['a counter that grows', 5, 6, true],
        ['a counter that jumps', 5, 4_294_967_295, true],
        ['the same counter', 5, 5, false],
        ['a counter that goes back', 5, 4, false],
        ['a counter that begins again', 5, 0, false],
        ['no counter', 0, 0, true],
        ['the first counter', 0, 1, true],
      ])('judges %s', async (_what, counter, signed, taken) => {
        await stores.factors.enrol(aPasskeyEnrolment({ counter }), set);
        expect(await use({ counter: signed })).toBe(taken);
        expect((await stores.factors.findPasskey('credential-1'))?.counter).toBe(taken ? signed : counter);
      });

      it('uses neither a passkey of another user nor an unknown one', async () => {
        await stores.factors.enrol(aPasskeyEnrolment(), set);
        expect([
          await use({ subject: 'subject-2', challenge: challenge('a') }),
          await use({ credentialId: 'credential-2', challenge: challenge('b') }),
        ]).toEqual([false, false]);
      });

      it('removes the app or one passkey, and the recovery codes with the last', async () => {
        await stores.factors.enrol(anEnrolment(), set);
        const { recoveryCodeHashes: _, ...added } = aPasskeyEnrolment({}, { formerAt: start, at: start + 1 });
        await stores.factors.enrol(added, set);
        const remove = (part: 'authenticator' | { credentialId: string }, formerAt: number, at: number | undefined) =>
          stores.factors.removePart({ subject, part, formerAt, at }, anEvent());
        const passkey = { credentialId: 'credential-1' };
        expect(await remove('authenticator', start, start + 2)).toBe(false);
        expect(await remove({ credentialId: 'credential-2' }, start + 1, start + 2)).toBe(false);
        expect(await factorAt()).toBe(start + 1);
        expect(await remove('authenticator', start + 1, start + 2)).toBe(true);
        expect([await factorAt(), await stores.factors.findAuthenticator(subject)]).toEqual([start + 2, undefined]);
        expect(await stores.factors.countRecoveryCodes(subject)).toBe(10);
        expect(await remove('authenticator', start + 2, undefined)).toBe(false);
        expect(await remove(passkey, start + 2, undefined)).toBe(true);
        expect([await factorAt(), await stores.factors.countRecoveryCodes(subject)]).toEqual([undefined, 0]);
        expect(await stores.factors.listPasskeys(subject)).toEqual([]);
      });

      it('goes with its user', async () => {
        await stores.factors.enrol(aPasskeyEnrolment(), set);
        await stores.users.remove('hanako', anEvent());
        expect(await stores.factors.findPasskey('credential-1')).toBeUndefined();
      });
    });

    it('goes with its user', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      await stores.users.remove('hanako', anEvent());
      expect(await stores.factors.findAuthenticator(subject)).toBeUndefined();
      expect(await stores.factors.countRecoveryCodes(subject)).toBe(0);
    });

    it('is sealed again only if it has not changed since it was read', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      await stores.factors.resealAuthenticator(subject, bytesOf('another'), bytesOf('wrong'));
      await stores.factors.resealAuthenticator(subject, bytesOf('sealed'), bytesOf('anew'));
      const [found, ...others] = await stores.factors.listAuthenticators('', 10);
      expect([Buffer.from(found?.sealedSecret ?? []).toString(), others.length]).toEqual(['anew', 0]);
      expect(await stores.factors.listAuthenticators(subject, 10)).toEqual([]);
    });

    it('is required of a user, of all users of a member, and of users who are added later', async () => {
      const required = async (userId: string) => {
        const { secondFactorRequired, memberRequiresSecondFactor } = (await stores.users.find(userId)) ?? {};
        return [secondFactorRequired, memberRequiresSecondFactor];
      };
      expect(await stores.users.requireSecondFactor('hanako', true, anEvent())).toBe(true);
      expect(await stores.users.requireSecondFactor('nobody', true, anEvent())).toBe(false);
      expect(await stores.users.requireSecondFactorOfMember('10000001', true, anEvent())).toBe(2);
      await stores.users.add(aUser({ userId: 'late', subject: 'subject-3' }), anEvent());
      await stores.users.add(aUser({ userId: 'other', subject: 'subject-4', memberCode: '2' }), anEvent());
      expect([
        await required('hanako'),
        await required('taro'),
        await required('late'),
        await required('other'),
      ]).toEqual([
        [true, true],
        [false, true],
        [false, true],
        [false, false],
      ]);
      expect(await stores.users.requireSecondFactorOfMember('10000001', false, anEvent())).toBe(3);
      expect([await required('hanako'), await required('late')]).toEqual([
        [true, false],
        [false, false],
      ]);
    });
  });
}
