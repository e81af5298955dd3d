import { describe, expect, it } from '@jest/globals';
import { formatLogLine } from '../format-log-line.mjs';

const time = new Date(2026, 10, 21, 9, 5, 7).toISOString();

describe('formatLogLine', () => {
  it('shows service, time, message, fields and the request id', () => {
    const line = JSON.stringify({
      level: 'info',
      time,
      service: 'api',
      request_id: 'r-1',
      status: 200,
      msg: 'request',
    });
    expect(formatLogLine('api', line, false)).toBe('api    09:05:07 request status=200 request_id=r-1');
  });

  it('marks warnings and errors, and shows a stack below', () => {
    const err = { message: 'no luck', stack: 'Error: no luck\n    at here' };
    const line = JSON.stringify({ level: 'error', time, msg: 'failed', err });
    expect(formatLogLine('auth', line, false)).toBe(
      'auth   09:05:07 ERROR failed no luck\nError: no luck\n    at here',
    );
  });

  it('shows no stack of a warning', () => {
    const line = JSON.stringify({
      level: 'warn',
      time,
      msg: 'odd',
      err: { message: 'no luck', stack: 'Error\n    at here' },
    });
    expect(formatLogLine('auth', line, false)).toBe('auth   09:05:07 WARN odd no luck');
  });

  it('passes other lines as they are', () => {
    expect(formatLogLine('worker', 'worker: cannot start: no', false)).toBe('worker worker: cannot start: no');
    expect(formatLogLine('worker', '{broken', false)).toBe('worker {broken');
  });

  it('colours on a terminal only', () => {
    const line = JSON.stringify({ level: 'info', time, msg: 'ready' });
    expect(formatLogLine('auth', line, true)).toContain('\u001b[35mauth');
    expect(formatLogLine('auth', line, false)).not.toContain('\u001b');
  });
});
