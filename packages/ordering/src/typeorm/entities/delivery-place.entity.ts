import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryPlace } from '../../member/delivery-place-format.js';

@Entity('delivery_place')
export class DeliveryPlaceEntity implements DeliveryPlace {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) deliveryPlaceId!: string;
  @Column(byteText) deliveryPlaceCode!: string;
  @Column(byteText) deliveryPlaceName!: string;
  @Column(byteText) defaultFlg!: string;
}
