import { randomInt } from 'node:crypto';
import { dialectOf, type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of members and of the pairs that trade with each other, and the counters that number imports. */
function members({ text, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE member (
      member_code ${text} NOT NULL PRIMARY KEY,
      member_name ${text} NOT NULL,
      group_code ${text} NOT NULL,
      group_name ${text} NOT NULL,
      member_group_code ${text} NOT NULL,
      head_office_member_code ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      fc_owner_code ${text} NOT NULL,
      tax_calc_method ${text} NOT NULL,
      below_dec_point ${text} NOT NULL,
      invoice_member_kbn ${text} NOT NULL,
      invoice_reg_no ${text} NOT NULL
    ) ${clustered}`,
    'CREATE INDEX member_head_office ON member (head_office_member_code)',
    'CREATE INDEX member_fc_owner ON member (fc_owner_member_code)',
    'CREATE INDEX member_group ON member (member_group_code)',
    `CREATE TABLE member_pair (
      member_code ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      PRIMARY KEY (member_code, member_code_partner)
    ) ${clustered}`,
    `CREATE TABLE change_counter (
      name ${text} NOT NULL PRIMARY KEY,
      value BIGINT NOT NULL,
      position BIGINT NOT NULL DEFAULT 0
    ) ${clustered}`,
    `CREATE TABLE number_range (
      name ${text} NOT NULL PRIMARY KEY,
      last_value BIGINT NOT NULL
    ) ${clustered}`,
  ];
}

/** Creates the tables of products, with the columns that filters use and the finished bytes of each master record. */
function products({ text, bytes, rowNumber, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE product (
      id ${rowNumber} PRIMARY KEY,
      member_code ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      item_id ${text} NOT NULL,
      group_code ${text} NOT NULL,
      customer_code ${text} NOT NULL,
      load_id BIGINT NOT NULL,
      digest ${bytes} NOT NULL,
      former_digest ${bytes},
      body ${bytes} NOT NULL,
      member_code_order_to ${text} NOT NULL DEFAULT '',
      position BIGINT NOT NULL DEFAULT 0
    )`,
    'CREATE UNIQUE INDEX product_key ON product (member_code, member_code_partner, item_id)',
    "CREATE INDEX product_member_code_order_to ON product (member_code_order_to) WHERE member_code_order_to <> ''",
    'CREATE INDEX product_position ON product (member_code, position)',
    `CREATE TABLE catalog_line (
      product_id BIGINT NOT NULL,
      line_no INTEGER NOT NULL,
      member_code ${text} NOT NULL,
      catalog_id ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      member_code_order_to ${text} NOT NULL,
      food_cat_large_code ${text} NOT NULL,
      food_cat_middle_code ${text} NOT NULL,
      food_cat_small_code ${text} NOT NULL,
      status_code ${text} NOT NULL,
      share_flg ${text} NOT NULL,
      store_unshare_flg ${text} NOT NULL,
      view_active_code ${text} NOT NULL,
      sell_stop_active_code ${text} NOT NULL,
      item_deleted_code ${text} NOT NULL,
      lead_time ${text} NOT NULL,
      update_date ${text} NOT NULL,
      private_item_code ${text} NOT NULL DEFAULT '',
      PRIMARY KEY (product_id, line_no)
    ) ${clustered}`,
    "CREATE UNIQUE INDEX catalog_line_id ON catalog_line (member_code, catalog_id) WHERE catalog_id <> ''",
    'CREATE INDEX catalog_line_pair ON catalog_line (member_code, member_code_partner, private_item_code)',
    `CREATE TABLE buy_line (
      product_id BIGINT NOT NULL,
      line_no INTEGER NOT NULL,
      stock_class ${text} NOT NULL,
      update_date ${text} NOT NULL,
      PRIMARY KEY (product_id, line_no)
    ) ${clustered}`,
  ];
}

const slipDays = [
  'update_day',
  'status_day',
  'order_day',
  'planned_shipping_day',
  'shipping_day',
  'delivery_day',
  'receipt_day',
  'send_day',
];

/**
 * Creates the tables of slips. Each view of a slip is one row with the columns that filters use. The bytes of the views and the
 * download marks are in separate tables.
 */
function slips({ text, bytes, rowNumber, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE slip (
      id ${rowNumber} PRIMARY KEY,
      trade_id ${text} NOT NULL,
      member_code_self ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      status_code ${text} NOT NULL,
      kind ${text} NOT NULL,
      customer_code ${text} NOT NULL,
      group_code ${text} NOT NULL,
      self_group_code ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      fc_owner_code ${text} NOT NULL,
      delivery_place_id ${text} NOT NULL,
      use_ac_svc ${text} NOT NULL,
      perusal_flg ${text} NOT NULL,
      has_comment INTEGER NOT NULL,
      is_modified INTEGER NOT NULL,
      is_resent INTEGER NOT NULL,
      update_day ${text} NOT NULL,
      status_day ${text} NOT NULL,
      order_day ${text} NOT NULL,
      planned_shipping_day ${text} NOT NULL,
      shipping_day ${text} NOT NULL,
      delivery_day ${text} NOT NULL,
      receipt_day ${text} NOT NULL,
      send_day ${text} NOT NULL,
      partner_groups ${text} NOT NULL,
      item_ids ${text} NOT NULL,
      private_item_ids ${text} NOT NULL,
      catalog_ids ${text} NOT NULL,
      version BIGINT NOT NULL,
      load_id BIGINT NOT NULL,
      digest ${bytes} NOT NULL,
      former_digest ${bytes},
      former_version BIGINT,
      former_update_day ${text},
      slip_kind ${text} NOT NULL DEFAULT '',
      update_date ${text} NOT NULL DEFAULT '',
      hope_delivery_date ${text} NOT NULL DEFAULT '',
      trade_total ${text} NOT NULL DEFAULT '',
      sent_from BIGINT,
      position BIGINT NOT NULL DEFAULT 0
    )`,
    'CREATE UNIQUE INDEX slip_key ON slip (trade_id, member_code_self)',
    ...slipDays.map(
      (day) => `CREATE INDEX slip_by_${day} ON slip (member_code_self, ${day}, trade_id) WHERE ${day} <> ''`,
    ),
    'CREATE INDEX slip_pair ON slip (member_code_self, member_code_partner, trade_id)',
    `CREATE INDEX slip_planned ON slip (member_code_self, member_code_partner, trade_id) WHERE status_code = '10'`,
    "CREATE INDEX slip_fc_owner_member_code ON slip (fc_owner_member_code) WHERE fc_owner_member_code <> ''",
    'CREATE INDEX slip_position ON slip (member_code_self, position)',
    `CREATE TABLE slip_body (slip_id ${rowNumber} PRIMARY KEY, body ${bytes} NOT NULL)`,
    `CREATE TABLE download_mark (
      slip_id BIGINT NOT NULL,
      member_code ${text} NOT NULL,
      client_id ${text} NOT NULL,
      version BIGINT NOT NULL,
      PRIMARY KEY (slip_id, member_code, client_id)
    ) ${clustered}`,
    `CREATE TABLE removed_slip (
      trade_id ${text} NOT NULL PRIMARY KEY,
      version BIGINT NOT NULL
    ) ${clustered}`,
    `CREATE TABLE upload_number (
      member_code ${text} NOT NULL,
      upload_no ${text} NOT NULL,
      digest ${bytes} NOT NULL,
      trade_id ${text} NOT NULL,
      check_number ${text} NOT NULL,
      member_code_buyer ${text} NOT NULL,
      PRIMARY KEY (member_code, upload_no)
    ) ${clustered}`,
    'CREATE INDEX upload_number_trade_id ON upload_number (trade_id, member_code)',
  ];
}

/** Creates the tables of trading settings, delivery places, and the price rules of FC owners. */
function settings({ text, bytes, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE setting_row (
      member_code_seller ${text} NOT NULL,
      member_code_buyer ${text} NOT NULL,
      kind ${text} NOT NULL,
      row_no INTEGER NOT NULL,
      member_code_order_to ${text} NOT NULL,
      update_date ${text} NOT NULL,
      body ${bytes} NOT NULL,
      PRIMARY KEY (member_code_seller, member_code_buyer, kind, row_no)
    ) ${clustered}`,
    'CREATE INDEX setting_row_buyer ON setting_row (member_code_buyer, member_code_seller)',
    "CREATE INDEX setting_row_member_code_order_to ON setting_row (member_code_order_to) WHERE member_code_order_to <> ''",
    `CREATE TABLE delivery_place (
      member_code ${text} NOT NULL,
      delivery_place_id ${text} NOT NULL,
      delivery_place_code ${text} NOT NULL,
      delivery_place_name ${text} NOT NULL,
      default_flg ${text} NOT NULL,
      PRIMARY KEY (member_code, delivery_place_id)
    ) ${clustered}`,
    // `scope` contains owner, store, line and category as one text. The price rules for a scope are found by this text.
    `CREATE TABLE fc_price (
      scope ${text} NOT NULL,
      valid_from ${text} NOT NULL,
      date_basis ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      member_code_store ${text} NOT NULL,
      catalog_id ${text} NOT NULL,
      food_cat_large_code ${text} NOT NULL,
      method ${text} NOT NULL,
      value ${text} NOT NULL,
      rounding ${text} NOT NULL,
      valid_to ${text} NOT NULL,
      PRIMARY KEY (scope, valid_from, date_basis)
    ) ${clustered}`,
  ];
}

/** Creates the tables for the positions of changes and for the keys of removed records (ADR 0018). */
function changes({ text, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE position_stamp (
      name ${text} NOT NULL,
      position BIGINT NOT NULL,
      stamp BIGINT NOT NULL,
      made_at BIGINT NOT NULL,
      PRIMARY KEY (name, position)
    ) ${clustered}`,
    ...['master', 'trade', 'settings'].map(
      (name) =>
        `INSERT INTO position_stamp (name, position, stamp, made_at)
         VALUES ('${name}', 0, ${randomInt(2 ** 48 - 1)}, ${Date.now()})`,
    ),
    `CREATE TABLE removed_product (
      member_code ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      item_id ${text} NOT NULL,
      position BIGINT NOT NULL,
      PRIMARY KEY (member_code, member_code_partner, item_id)
    ) ${clustered}`,
    'CREATE INDEX removed_product_position ON removed_product (member_code, position)',
    `CREATE TABLE removed_view (
      trade_id ${text} NOT NULL,
      member_code_self ${text} NOT NULL,
      position BIGINT NOT NULL,
      PRIMARY KEY (trade_id, member_code_self)
    ) ${clustered}`,
    'CREATE INDEX removed_view_position ON removed_view (member_code_self, position)',
    `CREATE TABLE setting_change (
      kind ${text} NOT NULL,
      member_code_seller ${text} NOT NULL,
      member_code_buyer ${text} NOT NULL,
      position BIGINT NOT NULL,
      PRIMARY KEY (kind, member_code_seller, member_code_buyer)
    ) ${clustered}`,
  ];
}

/**
 * Finished records are always read as a whole and are compressed before they are sent, so PostgreSQL must not compress them
 * itself.
 */
const uncompressed = ['product', 'slip_body'].map(
  (table) => `ALTER TABLE ${table} ALTER COLUMN body SET STORAGE EXTERNAL`,
);

const tableNames = [
  'setting_change',
  'removed_view',
  'removed_product',
  'position_stamp',
  'fc_price',
  'delivery_place',
  'setting_row',
  'upload_number',
  'removed_slip',
  'download_mark',
  'slip_body',
  'slip',
  'buy_line',
  'catalog_line',
  'product',
  'number_range',
  'change_counter',
  'member_pair',
  'member',
];

/** All tables of members, products, slips and settings. */
export class CreateOrdering1795651200000 implements MigrationInterface {
  readonly name = 'CreateOrdering1795651200000';

  up(runner: QueryRunner): Promise<void> {
    const words = migrationWords(runner);
    return runAll(runner, [
      ...[members, products, slips, settings, changes].flatMap((statements) => statements(words)),
      ...(dialectOf(runner) === 'postgres' ? uncompressed : []),
    ]);
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      tableNames.map((name) => `DROP TABLE ${name}`),
    );
  }
}
