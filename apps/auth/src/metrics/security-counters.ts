import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type AuditEvent, type AuditEventName, auditChannel } from '@trading-platform/auth-core';
import { Metrics } from '@trading-platform/service';
import type { Counter } from 'prom-client';

/** The events that a service causes; all others come from `tpctl`. */
const ownEvents: readonly AuditEventName[] = [
  'client.refused',
  'user.refused',
  'user.password-changed',
  'user.password-reset',
  'user.sessions-ended',
  'authorization.granted',
  'authorization.cancelled',
  'device.requested',
  'device.code-refused',
  'attempts.locked',
  'user.passkey-counter-refused',
  'token.issued',
  'token.reissued',
  'token.reissue-repeated',
  'token.revoked',
  'code.replayed',
  'device-code.replayed',
  'refresh-token.replayed',
  'grant.ended',
];
const outcomes: readonly AuditEvent['outcome'][] = ['success', 'refused'];

/** Counts the audited events of this process: tokens that were issued, reissued or refused, replays, and locks. */
@Injectable()
export class SecurityCounters implements OnModuleInit, OnApplicationShutdown {
  readonly #events: Counter<'event' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.#events = metrics.counter(
      'auth_events_total',
      'Lines that this service has written to the audit log, by event and outcome (success, refused).',
      ['event', 'outcome'],
      ownEvents.flatMap((event) => outcomes.map((outcome) => ({ event, outcome }))),
    );
  }

  onModuleInit(): void {
    auditChannel.subscribe(this.#count);
  }

  onApplicationShutdown(): void {
    auditChannel.unsubscribe(this.#count);
  }

  readonly #count = (message: unknown): void => {
    const { event, outcome } = message as AuditEvent;
    this.#events.inc({ event, outcome });
  };
}
