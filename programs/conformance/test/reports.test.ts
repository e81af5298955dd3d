import { describe, expect, it } from '@jest/globals';
import type { Exchange } from '../src/http/exchange.js';
import { Secrets } from '../src/http/secrets.js';
import { type ConformanceReport, forPeople, html, junit } from '../src/index.js';

const report: ConformanceReport = {
  apiUrl: 'https://api.example/ordApi/order',
  authUrl: 'https://auth.example',
  startedAt: '2026-11-23T12:00:00.000Z',
  seconds: 1.5,
  conforms: false,
  results: [
    {
      id: 'TOK-001',
      group: 'tokens',
      source: '4.3',
      says: 'A.',
      level: 'must',
      outcome: 'passed',
      reason: '',
      sent: '',
      came: '',
    },
    {
      id: 'TOK-002',
      group: 'tokens',
      source: 'open-points: xml',
      says: 'B <b>.',
      level: 'must',
      outcome: 'failed',
      reason: 'HTTP 500, not 200 & more',
      sent: 'POST https://auth.example/token\n\na=b',
      came: 'HTTP 500\u0001\n\n<html>',
    },
    {
      id: 'SEC-001',
      group: 'security',
      source: '5',
      says: 'C.',
      level: 'should',
      outcome: 'failed',
      reason: 'no',
      sent: '',
      came: '',
    },
    {
      id: 'SEC-002',
      group: 'security',
      source: '5',
      says: 'D.',
      level: 'must',
      outcome: 'not judged',
      reason: 'no market',
      sent: '',
      came: '',
    },
  ],
};

const exchange = (parts: Partial<Exchange>): Exchange => ({
  sent: { method: 'POST', url: 'https://auth.example/', headers: {}, body: '' },
  status: 200,
  headers: {},
  cookies: [],
  bytes: Buffer.alloc(0),
  ...parts,
});

describe('reports', () => {
  it('for people: a table of groups, the failures, the requirements that were not judged, one sentence', () => {
    expect(forPeople(report)).toBe(`GROUP     REQUIREMENTS  PASSED  FAILED  NOT JUDGED
Tokens    2             1       1       0
Security  2             0       1       1

TOK-002  FAILED: HTTP 500, not 200 & more
  contract  B <b>. (open point xml)
  sent      POST https://auth.example/token

            a=b
  came      HTTP 500\u0001

            <html>

SEC-001  REMARK: no
  contract  C. (contract, section 5)

Not judged:
  no market: SEC-002

The deployment does not conform: 1 of 4 requirements passed, 1 failed, 1 remark, 1 not judged, in 1.5 seconds.`);
  });

  it('for people: many requirements that were not judged are counted', () => {
    const result = {
      group: 'tokens',
      source: '5',
      says: 'A.',
      level: 'must',
      outcome: 'not judged',
      reason: 'no market',
      sent: '',
      came: '',
    } as const;
    const results = Array.from({ length: 12 }, (_, index) => ({
      ...result,
      id: `${index < 9 ? 'TOK' : 'SEC'}-${100 + index}`,
    }));
    expect(forPeople({ ...report, results })).toContain('  no market: 12 requirements (TOK 9, SEC 3)\n');
  });

  it('JUnit: a suite for each group, escaped', () => {
    expect(junit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="conformance" tests="4" failures="2" skipped="1" time="1.5">
<testsuite name="Tokens" tests="2" failures="1" skipped="0">
<testcase classname="tokens" name="TOK-001 A."></testcase>
<testcase classname="tokens" name="TOK-002 B &lt;b&gt;."><failure message="HTTP 500, not 200 &amp; more">POST https://auth.example/token

a=b

HTTP 500

&lt;html&gt;</failure></testcase>
</testsuite>
<testsuite name="Security" tests="2" failures="1" skipped="1">
<testcase classname="security" name="SEC-001 C."><failure message="no"></failure></testcase>
<testcase classname="security" name="SEC-002 D."><skipped message="no market"/></testcase>
</testsuite>
</testsuites>
`);
  });

  it('HTML: one page that loads nothing and runs nothing', () => {
    const page = html(report);
    expect(page).toContain('<b>TOK-002</b> B &lt;b&gt;.');
    expect(page).toContain('HTTP 500, not 200 &amp; more');
    expect(page).not.toMatch(/<script|src=|href=|url\(/);
  });
});

describe('secrets', () => {
  it.each([
    [
      'a token of a record',
      { bytes: Buffer.from('{"access_token":"opaque-1234","refresh_token":"x"}') },
      'opaque-1234',
    ],
    ['a token of XML', { bytes: Buffer.from('<refresh_token>opaque-1234</refresh_token>') }, 'opaque-1234'],
    ['a code of a redirect', { headers: { location: 'https://c.example/?code=code-1234&state=s' } }, 'code-1234'],
    ['a cookie', { cookies: ['form=cookie-1234; Path=/'] }, 'cookie-1234'],
    ['a form token', { bytes: Buffer.from('<input type="hidden" name="csrf" value="hidden-1234">') }, 'hidden-1234'],
    [
      'a password of a form',
      {
        sent: {
          method: 'POST',
          url: 'https://a.example/',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'user_password=a+b%261234',
        },
      },
      'a+b%261234',
    ],
  ])('%s is hidden after it was seen', (_what, parts, secret) => {
    const secrets = new Secrets();
    secrets.note(exchange(parts));
    expect(secrets.hide(`it is ${secret}!`)).toBe('it is [secret]!');
  });

  it('tokens in headers and JWTs are hidden even if they were not seen before', () => {
    const hidden = new Secrets().hide(
      'Authorization: Bearer abc.def\nBasic dTpw\neyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln\nwhsec_c2hvcnRzaG9ydA==',
    );
    expect(hidden).toBe('Authorization: Bearer [secret]\nBasic [secret]\n[secret]\n[secret]');
  });
});
