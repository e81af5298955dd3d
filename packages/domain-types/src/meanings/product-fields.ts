import { text } from './field-forms.js';

/** The fields that describe a product in a buy line, a catalog line and a slip line alike. */
export const product = {
  item_id: text("The platform's ID of the product", '商品ID'),
  item_name: text('Name of the product', '商品名'),
  item_spec: text('Size or packing of the product, as printed on the label', '規格'),
  item_number: text('Content of one package, counted in its unit', '入数'),
  item_unit_code: text("The platform's code of the unit of a package's content", '入数単位コード'),
  number_private_unit_code: text("The member's own code of that unit", '自社管理入数単位コード'),
  item_unit_name: text("Name of the unit of a package's content", '入数単位'),
  private_item_code: text("The member's own code of the product", '自社管理商品コード'),
};
