import { byteText, epochMilliseconds, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditEventName, AuditRecord } from '../../audit/audit-event.js';
import { optional } from './optional.js';

/** A trigger prevents every change of a row. */
@Entity('auth_audit')
@Index('auth_audit_time', ['at'])
@Index('auth_audit_user', ['userId', 'id'])
@Index('auth_audit_client', ['clientId', 'id'])
export class AuditEntity implements AuditRecord {
  @PrimaryGeneratedColumn('increment', rowNumber) id!: number;
  @Column({ ...epochMilliseconds, name: 'happened_at' }) at!: number;
  @Column('text') event!: AuditEventName;
  @Column('text') outcome!: AuditRecord['outcome'];
  @Column('text') address!: string;
  @Column(optional({ type: 'text' })) requestId?: string | undefined;
  @Column(optional(byteText)) clientId?: string | undefined;
  @Column(optional(byteText)) userId?: string | undefined;
  @Column(optional(byteText)) grantId?: string | undefined;
  @Column(optional({ type: 'simple-json' })) detail?: AuditRecord['detail'];
}
