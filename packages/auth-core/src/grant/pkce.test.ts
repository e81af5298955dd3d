import { describe, expect, it } from '@jest/globals';
import { codeChallengeOf, fitsChallenge, isCodeChallenge } from './pkce.js';

// The example in appendix B of RFC 7636.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('PKCE', () => {
  it('computes the challenge of RFC 7636 appendix B', () => {
    expect(codeChallengeOf(verifier)).toBe(challenge);
    expect(isCodeChallenge(challenge)).toBe(true);
    expect(fitsChallenge(verifier, challenge)).toBe(true);
  });

  it.each([
    ['another verifier', `${verifier}x`, challenge],
    ['no verifier', undefined, challenge],
    ['a verifier without a challenge', verifier, undefined],
    ['a short verifier', 'a'.repeat(42), codeChallengeOf('a'.repeat(42))],
    ['a long verifier', 'a'.repeat(129), codeChallengeOf('a'.repeat(129))],
    ['a verifier with other characters', `${'a'.repeat(43)}+`, codeChallengeOf(`${'a'.repeat(43)}+`)],
    ['the challenge itself', challenge, challenge],
  ])('refuses %s', (_what, presented, stored) => {
    expect(fitsChallenge(presented, stored)).toBe(false);
  });

  it('needs nothing where there was no challenge', () => {
    expect(fitsChallenge(undefined, undefined)).toBe(true);
  });

  it.each(['', 'short', `${challenge}=`, `${challenge.slice(0, 42)}+`])('does not take %j as a challenge', (text) => {
    expect(isCodeChallenge(text)).toBe(false);
  });
});
