import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HistoryAction, SlipActor, SlipChange } from '../../history/slip-change.js';

/** A change of a slip. The rows of a slip remain as long as one of its views is stored. */
@Entity('slip_history')
export class SlipHistoryEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  /** The version of the slip after the change. */
  @PrimaryColumn('bigint') version!: number;
  @Column(epochMilliseconds) at!: number;
  @Column(byteText) action!: HistoryAction;
  @Column(byteText) actorKind!: SlipActor['kind'];
  @Column(byteText) userId!: string;
  @Column(byteText) clientId!: string;
  /** The member of the actor. */
  @Column(byteText) memberCode!: string;
  @Column(byteText) side!: SlipChange['side'];
  /** The member of the side. */
  @Column(byteText) memberCodeSelf!: string;
  /** @see packChanges */
  @Column(byteText) changes!: string;
}
