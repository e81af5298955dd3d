/** Longest values of request fields, in characters (Spec 8). */
export const maxLength = {
  response_type: 10,
  member_code_self: 8,
  member_code_partner: 8,
  send_date: 19,
  food_cat_large_code: 2,
  food_cat_middle_code: 4,
  food_cat_small_code: 6,
  item_code: 20,
} as const;

/** The greatest number of elements in request lists (Spec 8). */
export const maxElements = {
  fc_owner_code_list: 100,
  status_code: 30,
  trade_id: 100,
  client_member_codes: 100,
  client_group_codes: 100,
  client_codes: 100,
  delivery_place_id: 100,
  member_codes: 100,
  member_group_codes: 100,
  group_codes: 100,
  fc_owner_group_codes: 100,
  fc_owner_member_codes: 100,
} as const;

/** Limits that the contract does not set. */
export const ownLimits = {
  /** The greatest number of elements in a request list for which the contract sets no limit. */
  listElements: 10_000,
  /** The longest request value for which the contract sets no limit, in characters. */
  textLength: 200,
  /** The greatest number of digits in a `batch_id`. */
  batchIdDigits: 18,
  /** The greatest number of elements in `details_list` in a shortest delivery date request. */
  deliveryDateElements: 1_000,
  /** The greatest number of elements in `item` in an FC price request. */
  fcPriceElements: 1_000,
  /** The greatest number of digits of a price or lot before its point, and after it. */
  priceDigits: 12,
  priceDecimals: 4,
  /** The greatest number of orders in an upload, of lines in one order, and of lines in all orders together. */
  uploadOrders: 1_000,
  uploadLinesPerOrder: 300,
  uploadLines: 20_000,
  /** Longest `upload_no`, in characters. */
  uploadNoLength: 40,
  /** Longest comment or remark of an uploaded order, in characters. */
  uploadTextLength: 2_000,
  /** The greatest number of slips in a trade update, of its lines in one slip, and of its lines in all slips. */
  updateSlips: 1_000,
  updateLinesPerSlip: 300,
  updateLines: 20_000,
  /** Longest `update_no`, in characters. */
  updateNoLength: 40,
  /** Longest `check_number` of a trade update, in characters. */
  checkNumberLength: 20,
  /** Latest `delivery_date` of a trade update, in days after `order_day`. */
  deliveryDaysAhead: 366,
  /** The greatest number of slips in an order generation request. */
  generatedOrders: 1_000,
  /** The greatest number of digits of a slip's `version`. */
  versionDigits: 15,
  /** Longest address of an event endpoint, and longest list of its members, in characters. */
  urlLength: 2_000,
  memberCodesLength: 1_000,
  /** The greatest number of elements in the answer to a list call. */
  listAnswerElements: 1_000,
  /** Longest text to find, in characters, and the greatest number of elements of each kind that it finds. */
  findTextLength: 100,
  findAnswerElements: 8,
  /** Longest `cursor` of a list call, in characters. */
  cursorLength: 4_000,
  /** The greatest number of changes in one answer about the history of a slip. */
  historyAnswerElements: 100,
  /** Longest value of an import file, in characters. */
  importValueLength: 2_000,
  /** Longest search for a delivery date, in days after the day of `send_date`. */
  deliverySearchDays: 366,
  /** Greatest `lead_time` and `delivery_period`, in days. */
  leadTimeDays: 365,
} as const;

const memberCode = maxLength.member_code_self;
const itemCode = maxLength.item_code;
const anyCode = ownLimits.textLength;

/**
 * Longest codes and keys of import files by field, in characters. They are no longer than requests allow, so that
 * requests can name all loaded values.
 */
export const codeLength = {
  member_code: memberCode,
  member_code_self: memberCode,
  member_code_partner: memberCode,
  member_code_order_to: memberCode,
  member_code_buyer: memberCode,
  member_code_seller: memberCode,
  member_code_store: memberCode,
  head_office_member_code: memberCode,
  fc_owner_member_code: memberCode,
  food_cat_large_code: maxLength.food_cat_large_code,
  food_cat_middle_code: maxLength.food_cat_middle_code,
  food_cat_small_code: maxLength.food_cat_small_code,
  item_id: itemCode,
  private_item_id: itemCode,
  my_catalog_id: itemCode,
  catalog_id: anyCode,
  private_item_code: anyCode,
  trade_id: anyCode,
  customer_code: anyCode,
  group_code: anyCode,
  self_group_code: anyCode,
  member_group_code: anyCode,
  partner_group_code: anyCode,
  fc_owner_code: anyCode,
  delivery_place_id: anyCode,
  delivery_place_code: anyCode,
  set_id: anyCode,
  set_no: anyCode,
} as const;
