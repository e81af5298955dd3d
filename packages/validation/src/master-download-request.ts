import {
  type ExistMc,
  existMc,
  maxElements,
  maxLength,
  type ProdKind,
  prodKind,
  type SellStop,
  type ShareItem,
  sellStop,
  shareItem,
  type WithoutHidden,
  withoutHidden,
} from '@trading-platform/domain-types';
import { CodeList, DayTime, NamesMembers, NotBefore, OneOf, Optional, ResponseType, Text } from './rules.js';

/** Body of a master download request (Spec 4.7). */
export class MasterDownloadRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @Text(maxLength.food_cat_large_code)
  food_cat_large_code?: string;

  @Optional()
  @Text(maxLength.food_cat_middle_code)
  food_cat_middle_code?: string;

  @Optional()
  @Text(maxLength.food_cat_small_code)
  food_cat_small_code?: string;

  @Optional()
  @OneOf(existMc)
  exist_mc?: ExistMc;

  @Optional()
  @OneOf(prodKind)
  prod_kind?: ProdKind;

  @Optional()
  @OneOf(sellStop)
  sell_stop?: SellStop;

  @Optional()
  @OneOf(withoutHidden)
  without_hidden?: WithoutHidden;

  @Optional()
  @OneOf(shareItem)
  share_item?: ShareItem;

  @Optional()
  @DayTime()
  buy_upd_date_from?: string;

  @Optional()
  @DayTime()
  @NotBefore('buy_upd_date_from')
  buy_upd_date_to?: string;

  @Optional()
  @DayTime()
  mc_upd_date_from?: string;

  @Optional()
  @DayTime()
  @NotBefore('mc_upd_date_from')
  mc_upd_date_to?: string;

  @Optional()
  @CodeList()
  @NamesMembers('visible')
  member_code_list?: readonly string[];

  @Optional()
  @CodeList()
  member_group_code_list?: readonly string[];

  @Optional()
  @CodeList()
  group_code_list?: readonly string[];

  @Optional()
  @CodeList()
  client_member_code_list?: readonly string[];

  @Optional()
  @CodeList()
  client_group_code_list?: readonly string[];

  @Optional()
  @CodeList()
  client_code_list?: readonly string[];

  @Optional()
  @CodeList()
  fc_owner_member_code_list?: readonly string[];

  @Optional()
  @CodeList(maxElements.fc_owner_code_list)
  fc_owner_code_list?: readonly string[];
}
