import { text } from './own-forms.js';

/** The fields that describe a product in a buy line, a catalog line and a slip line alike. */
export const product = {
  item_id: text("Product ID: the platform's", '商品ID：プラットフォームが付けた値'),
  item_name: text('Product name', '商品名'),
  item_spec: text(
    'Specification: size or packing of the product, as written on its label',
    '規格：商品ラベルに記載されたサイズや包装',
  ),
  item_number: text(
    'Package content: how much one package holds, counted in the content unit',
    '入数：1包装に入る数量（入数単位）',
  ),
  item_unit_code: text(
    "Content unit code: the platform's code of the unit in which the content of a package is counted",
    '入数単位コード：入数を数える単位のプラットフォームのコード',
  ),
  number_private_unit_code: text(
    "Own content unit: the member's code of the content unit",
    '自社管理入数単位コード：入数単位の会員のコード',
  ),
  item_unit_name: text(
    'Content unit: the unit in which the content of a package is counted',
    '入数単位：入数を数える単位',
  ),
  private_item_code: text("Own product code: the member's", '自社管理商品コード：会員が付けたコード'),
};
