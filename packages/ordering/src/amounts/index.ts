export { type PreviewedAmounts, previewAmounts, type UpdateOfAmounts } from '../trade-update/preview-amounts.js';
