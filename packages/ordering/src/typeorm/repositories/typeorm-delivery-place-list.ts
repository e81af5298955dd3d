import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import type { DeliveryPlace } from '@trading-platform/domain-types';
import { MoreThan, Repository } from 'typeorm';
import { type ListPage, pageOf } from '../../list/list-page.js';
import type { ListQuery } from '../../list/list-query.js';
import { DeliveryPlaceList } from '../../list/lists.js';
import { DeliveryPlaceEntity } from '../entities/delivery-place.entity.js';

/** The delivery places of a member, read from a database. */
@Injectable()
export class TypeOrmDeliveryPlaceList extends DeliveryPlaceList {
  constructor(@InjectRepository(DeliveryPlaceEntity) private readonly places: Repository<DeliveryPlaceEntity>) {
    super();
  }

  async read({ scope: { memberCode }, limit, after = [''] }: ListQuery<object>): Promise<ListPage<DeliveryPlace>> {
    const places = await this.places.find({
      where: { memberCode, deliveryPlaceId: MoreThan(after[0] ?? '') },
      order: { deliveryPlaceId: 'ASC' },
      take: limit + 1,
    });
    return pageOf(
      places.map((place) => ({ position: [place.deliveryPlaceId], element: deliveryPlaceOf(place) })),
      limit,
    );
  }
}

function deliveryPlaceOf(place: DeliveryPlaceEntity): DeliveryPlace {
  return {
    delivery_place_id: place.deliveryPlaceId,
    delivery_place_code: place.deliveryPlaceCode,
    delivery_place_name: place.deliveryPlaceName,
    default_flg: place.defaultFlg,
  };
}
