import { describe, expect, it } from '@jest/globals';
import { DatabaseAddressError, parseDatabaseAddress } from './database-address.js';

describe('parseDatabaseAddress', () => {
  it.each([
    ['sqlite:data/auth.sqlite', { dialect: 'sqlite', path: 'data/auth.sqlite' }],
    ['sqlite:/var/lib/auth.sqlite', { dialect: 'sqlite', path: '/var/lib/auth.sqlite' }],
    ['postgres://user:pw@host:5432/name', { dialect: 'postgres', url: 'postgres://user:pw@host:5432/name' }],
    ['postgresql://host/name', { dialect: 'postgres', url: 'postgresql://host/name' }],
    ['postgres://u:p,w@a:1,[::1]:2,c/n', { dialect: 'postgres', url: 'postgres://u:p,w@a:1,[::1]:2,c/n' }],
  ])('reads %s', (address, expected) => {
    expect(parseDatabaseAddress(address)).toEqual(expected);
  });

  it.each([
    '',
    'sqlite:',
    'sqlite::memory:',
    'sqlite://host/file',
    'mysql://host/name',
    'data/auth.sqlite',
    'postgres://a:1,/name',
    'postgres://a,b:port/name',
    'postgres://a,b/name?target_session_attrs=any',
  ])('refuses %p', (address) => {
    expect(() => parseDatabaseAddress(address)).toThrow(DatabaseAddressError);
  });

  it('does not repeat a password in its message', () => {
    expect(() => parseDatabaseAddress('mysql://user:secret@host/name')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });
});
