import { describe, expect, it } from '@jest/globals';
import { isPooled, mustBeSought, readPostgresHosts } from './postgres-hosts.js';

describe('the servers of a PostgreSQL address', () => {
  it('are read one by one, each with an address of its own', () => {
    expect(readPostgresHosts('postgres://u:p,w@one:5433,[::1],db.example.com/name?sslmode=require')).toEqual([
      { host: 'one', port: 5_433, url: 'postgres://u:p,w@one:5433/name?sslmode=require' },
      { host: '::1', port: 5_432, url: 'postgres://u:p,w@[::1]/name?sslmode=require' },
      { host: 'db.example.com', port: 5_432, url: 'postgres://u:p,w@db.example.com/name?sslmode=require' },
    ]);
  });

  it.each([
    ['postgres://host/name', false],
    ['postgres://one,other/name', true],
    ['postgres://one,other/name?target_session_attrs=primary', true],
    ['postgres://host/name?target_session_attrs=read-write', true],
  ])('%s: whether the primary must be sought is %p', (address, expected) => {
    expect(mustBeSought(readPostgresHosts(address) ?? [])).toBe(expected);
  });

  it.each([
    ['', false],
    ['?pool_mode=session', false],
    ['?pool_mode=transaction', true],
  ])('are poolers of transactions with %p: %p', (parameters, expected) => {
    expect(isPooled(readPostgresHosts(`postgres://one,other/name${parameters}`) ?? [])).toBe(expected);
  });

  it.each(['statement', ''])('are none for pool_mode=%s', (mode) => {
    expect(readPostgresHosts(`postgres://host/name?pool_mode=${mode}`)).toBeUndefined();
  });

  it.each(['standby', 'any', 'read-only', ''])('are none for target_session_attrs=%s', (attributes) => {
    expect(readPostgresHosts(`postgres://one,other/name?target_session_attrs=${attributes}`)).toBeUndefined();
  });
});
