import { CodeList, Day, NamesMembers, Optional, Required, ResponseType } from './rules.js';

/** Body of a non-trading days, order closing time or order block download request (Spec 4.10). */
export class PairSettingDownloadRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @CodeList()
  @NamesMembers('readable')
  member_code_buyer?: readonly string[];

  @Required()
  @CodeList()
  @NamesMembers('readable')
  member_code_seller!: readonly string[];

  @Optional()
  @Day()
  update_date?: string;
}

/** Body of a lead-time non-counting days download request (Spec 4.10). */
export class BusinessHolidayDownloadRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @CodeList()
  member_code_seller!: readonly string[];

  @Optional()
  @Day()
  update_date?: string;
}
