export { FileTokenStore } from './file-token-store.js';
