export { effectivePrice, type OrderDays, type PricedCatalogLine } from '../tax/effective-price.js';
export { type PreviewedAmounts, previewAmounts, type UpdateOfAmounts } from '../trade-update/preview-amounts.js';
