export { effectivePrice, type OrderDays, type PricedCatalogLine } from '../tax/effective-price.js';
export {
  type AddedProducts,
  type PreviewedAmounts,
  type PreviewedProduct,
  previewAmounts,
  type UpdateOfAmounts,
} from '../trade-update/preview-amounts.js';
