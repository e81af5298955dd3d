import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Enrolment } from '../../factor/second-factor.js';
import { type AuthStores, anEvent, aUser, bytesOf, eventsOf, type MakeStores, start } from './auth-stores.js';

const subject = 'subject-1';
const set = anEvent({ event: 'user.second-factor-set' });
const used = anEvent({ event: 'user.second-factor-used' });
const codes = (name: string) => Array.from({ length: 10 }, (_, index) => bytesOf(`${name}-${index}`));

function anEnrolment(enrolment: Partial<Enrolment> = {}): Enrolment {
  return {
    authenticator: { subject, sealedSecret: bytesOf('sealed'), lastStep: 7, createdAt: start },
    userGeneration: 1,
    formerAt: undefined,
    at: start,
    recoveryCodeHashes: codes('first'),
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
    ])('refuses an enrolment %s, whole', async (_what, change) => {
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

    it('replaces a factor only by one that knows it', async () => {
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

    it('replaces the recovery codes of the present factor only', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      const replace = (at: number) => stores.factors.replaceRecoveryCodes(subject, at, codes('other'), anEvent());
      expect([await replace(start + 1), await replace(start)]).toEqual([false, true]);
      expect(await stores.factors.useRecoveryCode(subject, bytesOf('first-0'), used)).toBe(false);
      expect(await stores.factors.useRecoveryCode(subject, bytesOf('other-0'), used)).toBe(true);
    });

    it.each([
      ['the user', start],
      ['the operator', undefined],
    ])('is removed whole by %s', async (_who, at) => {
      await stores.factors.enrol(anEnrolment(), set);
      expect(await stores.factors.remove(subject, start + 1, anEvent())).toBe(false);
      expect(await stores.factors.remove(subject, at, anEvent())).toBe(true);
      expect([await factorAt(), await stores.factors.findAuthenticator(subject)]).toEqual([undefined, undefined]);
      expect(await stores.factors.countRecoveryCodes(subject)).toBe(0);
      expect(await stores.factors.remove(subject, at, anEvent())).toBe(false);
    });

    it('goes with its user', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      await stores.users.remove('hanako', anEvent());
      expect(await stores.factors.findAuthenticator(subject)).toBeUndefined();
      expect(await stores.factors.countRecoveryCodes(subject)).toBe(0);
    });

    it('is sealed anew only where it is still the one that was read', async () => {
      await stores.factors.enrol(anEnrolment(), set);
      await stores.factors.resealAuthenticator(subject, bytesOf('another'), bytesOf('wrong'));
      await stores.factors.resealAuthenticator(subject, bytesOf('sealed'), bytesOf('anew'));
      const [found, ...others] = await stores.factors.listAuthenticators('', 10);
      expect([Buffer.from(found?.sealedSecret ?? []).toString(), others.length]).toEqual(['anew', 0]);
      expect(await stores.factors.listAuthenticators(subject, 10)).toEqual([]);
    });

    it('is required of a user, of all users of a member, and of those who come later', async () => {
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
