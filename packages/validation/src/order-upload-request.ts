import { type Flag, flag, maxLength, ownLimits, type SendFlg, sendFlg } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import {
  Code,
  Day,
  DistinctIn,
  ElementList,
  ElementsInAll,
  NotBeside,
  OneOf,
  Optional,
  Quantity,
  Required,
  RequiredUnless,
  ResponseType,
  Text,
} from './rules.js';

/** One line of an uploaded order (Spec 4.11). */
export class OrderUploadLine {
  @Required()
  @Code()
  line_no!: string;

  @RequiredUnless('private_item_code', errorText('product'))
  @Text()
  catalog_id?: string;

  @Optional()
  @Text()
  @NotBeside('catalog_id')
  private_item_code?: string;

  @Required()
  @Quantity()
  prod_lot_qty!: string;

  @Optional()
  @Text(ownLimits.uploadTextLength)
  prod_remarks?: string;
}

/**
 * One uploaded order (Spec 4.11). Its members are judged later, together with the data of the order: an unknown member
 * must not refuse the other orders.
 */
export class OrderUploadOrder {
  @Required()
  @Text(ownLimits.uploadNoLength)
  upload_no!: string;

  @Required()
  @Text(maxLength.member_code_self)
  member_code_self!: string;

  @Required()
  @Text(maxLength.member_code_partner)
  member_code_partner!: string;

  @Optional()
  @Text()
  delivery_place_code?: string;

  @Required()
  @Day()
  hope_delivery_date!: string;

  @Optional()
  @Text(ownLimits.uploadTextLength)
  order_trade_comment?: string;

  @Required()
  @OneOf(sendFlg)
  send_flg!: SendFlg;

  @Required()
  @ElementList(OrderUploadLine, ownLimits.uploadLinesPerOrder)
  detail_list!: readonly OrderUploadLine[];
}

/** Body of an order upload request (Spec 4.11). */
export class OrderUploadRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @OneOf(flag)
  check_only?: Flag;

  @Required()
  @ElementList(OrderUploadOrder, ownLimits.uploadOrders)
  @ElementsInAll('detail_list', ownLimits.uploadLines)
  @DistinctIn('upload_no')
  order_list!: readonly OrderUploadOrder[];
}
