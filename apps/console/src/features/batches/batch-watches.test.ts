import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@trading-platform/service';
import { ConsoleError } from '../../http/console-error.js';
import type { BatchLists } from '../../platform/batch-lists.js';
import type { LiveSession, SessionKeeper } from '../../session/session-keeper.js';
import { BatchWatches } from './batch-watches.js';

const live = (memberCode: string) =>
  ({ claims: { memberCode }, session: { tokens: { accessTokenEndsAt: Date.now() + 3_600_000 } } }) as LiveSession;

describe('pages that are told of batches', () => {
  it('are a thousand of one member at most, and as many of another one', () => {
    const never = new Promise<never>(() => undefined);
    const watches = new BatchWatches(
      { page: () => never } as unknown as BatchLists,
      { isGood: () => never } as unknown as SessionKeeper,
      new Metrics(),
    );
    let opened = 0;
    const open = () => {
      opened += 1;
      return { send: () => undefined, end: () => undefined };
    };
    const leaving = Array.from({ length: 1_000 }, () => watches.listen(live('10010001'), open));
    const refused = () => watches.listen(live('10010001'), open);
    expect(refused).toThrow(ConsoleError);
    expect(refused).toThrow('1000 pages of this member are open already');
    expect(opened).toBe(1_000);
    leaving.push(watches.listen(live('10010002'), open));
    leaving[0]?.();
    leaving.push(watches.listen(live('10010001'), open));
    expect(opened).toBe(1_002);
    for (const leave of leaving) leave();
  });
});
