import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@trading-platform/domain-types';

/** The events of a fake platform. A cursor is the number of the events before it. */
export class FakeEvents {
  readonly #events: EventRecord[] = [];
  #held: (() => void)[] = [];

  /** Adds an event, which answers the calls that wait for it. */
  add(type: string, data: EventRecord['data'], id: string = randomUUID()): EventRecord {
    const sequence = String(this.#events.length + 1);
    const event = { id, type, at: '2026-11-01 09:00:00', member_code: '10000001', sequence, data };
    this.#events.push(event);
    const held = this.#held;
    this.#held = [];
    for (const answer of held) answer();
    return event;
  }

  /** The events after a cursor that have one of the types, and the cursor after them. Without a cursor: no events. */
  page(query: URLSearchParams): { readonly event_list: readonly EventRecord[]; readonly next_cursor: string } {
    const patterns = query.get('types')?.split(',') ?? ['*'];
    const events = this.#events.slice(this.#placeOf(query)).filter(({ type }) => {
      return patterns.some((pattern) =>
        pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
      );
    });
    return { event_list: events, next_cursor: String(this.#events.length) };
  }

  /** Resolves when there is an event after the cursor of the call, or after some time. */
  async wait(query: URLSearchParams, waitMs: number): Promise<void> {
    if (waitMs === 0 || this.#placeOf(query) < this.#events.length) return;
    await new Promise<void>((resolve) => {
      this.#held.push(resolve);
      setTimeout(resolve, waitMs).unref();
    });
  }

  #placeOf(query: URLSearchParams): number {
    return Number(query.get('after') ?? this.#events.length);
  }
}
