export { batchReasonMeaning } from '../meanings/batch-reasons.js';
export { type ErrorLanguage, errorDetailIn, errorsIn } from './error-detail-in.js';
export { type ErrorText, type ErrorTextValues, errorDetail, errorText } from './error-text.js';
export { type ErrorTextName, errorTexts } from './error-texts.js';
