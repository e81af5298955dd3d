import { describe, expect, it } from '@jest/globals';
import { Seal } from './seal.js';

const [key, other] = ['a key of at least 32 characters, one', 'a key of at least 32 characters, two'];
const value = { id: '1', name: '日本' };

describe('Seal', () => {
  it('opens what the same key has sealed for the same purpose, and shows nothing of it', async () => {
    const text = await new Seal(key).seal('session', value);
    expect(await new Seal(key).open('session', text)).toEqual(value);
    expect(Buffer.from(text.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('name');
    expect(await new Seal(key).open('sign-in', text)).toBeUndefined();
    expect(await new Seal(other).open('session', text)).toBeUndefined();
  });

  it('opens what the former key has sealed, and seals with the new one', async () => {
    const changed = new Seal(other, key);
    expect(await changed.open('session', await new Seal(key).seal('session', value))).toEqual(value);
    expect(await new Seal(other).open('session', await changed.seal('session', value))).toEqual(value);
  });

  it('opens nothing that was changed on the way', async () => {
    const seal = new Seal(key);
    const parts = (await seal.seal('session', value)).split('.');
    const changed = parts.map((part, place) => {
      const [first = 'A'] = part;
      return parts.with(place, `${first === 'A' ? 'B' : 'A'}${part.slice(1)}`).join('.');
    });
    const texts = [...changed, '', '....', 'x'.repeat(9_000), parts.slice(0, 4).join('.')];
    expect(await Promise.all(texts.map((text) => seal.open('session', text)))).toEqual(texts.map(() => undefined));
  });
});
